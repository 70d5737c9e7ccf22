import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type RegexTemplateChange, regexTemplateChangesV1 } from '@leakwatch/contracts';
import { CONSUMER, Database, type Delivery } from '@leakwatch/platform';
import { keepTemplate } from './detector-set.store.ts';

@Controller()
export class RegexTemplatesConsumer {
  constructor(private readonly database: Database) {}

  /** A repeated message changes nothing, because the version is compared: no inbox is needed. */
  @EventPattern<string>(regexTemplateChangesV1.topic)
  async keep(batch: readonly Delivery<RegexTemplateChange>[]) {
    await this.database.inScope(CONSUMER, async (em) => {
      for (const { payload } of batch) await keepTemplate(em, payload);
    });
  }
}
