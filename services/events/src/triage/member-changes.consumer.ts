import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type MemberChange, memberChangesV1 } from '@leakwatch/contracts';
import { CONSUMER, Database, type Delivery } from '@leakwatch/platform';
import { keepMember } from '../members/member.store.ts';
import { UnassignDeparted } from './unassign-departed.ts';

@Controller()
export class MemberChangesConsumer {
  constructor(
    private readonly database: Database,
    private readonly unassign: UnassignDeparted,
  ) {}

  /** Needs no inbox: the version decides, and who has left can be unassigned again. One account a transaction, for the order of locks. */
  @EventPattern<string>(memberChangesV1.topic)
  async keep(batch: readonly Delivery<MemberChange>[]) {
    for (const { payload } of batch) {
      await this.database.inScope(CONSUMER, (em) => keepMember(em, payload));
      await this.unassign.run(payload.account_id, payload.organisation_id);
    }
  }
}
