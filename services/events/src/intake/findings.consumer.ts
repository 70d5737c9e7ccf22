import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type Finding, findingsV1 } from '@leakwatch/contracts';
import type { Delivery } from '@leakwatch/platform';
import { TakeFindings } from './take-findings.ts';

@Controller()
export class FindingsConsumer {
  constructor(private readonly takeFindings: TakeFindings) {}

  @EventPattern<string>(findingsV1.topic)
  take(batch: readonly Delivery<Finding>[]) {
    return this.takeFindings.run(batch);
  }
}
