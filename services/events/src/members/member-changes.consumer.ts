import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type MemberChange, memberChangesV1 } from '@leakwatch/contracts';
import { CONSUMER, Database, type Delivery } from '@leakwatch/platform';
import { keepMember } from './member.store.ts';

@Controller()
export class MemberChangesConsumer {
  constructor(private readonly database: Database) {}

  /** Needs no inbox: the version decides. One account a transaction, so that no two rows are locked in another order. */
  @EventPattern<string>(memberChangesV1.topic)
  async keep(batch: readonly Delivery<MemberChange>[]) {
    for (const { payload } of batch) await this.database.inScope(CONSUMER, (em) => keepMember(em, payload));
  }
}
