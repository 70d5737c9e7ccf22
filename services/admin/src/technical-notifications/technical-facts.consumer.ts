import { Controller, Inject } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type StaffFact, staffFactsV1, type TechnicalFact, technicalFactsV1 } from '@leakwatch/contracts';
import { CONSUMER, Database, type Delivery, LIVE, type LiveNotifier, newDeliveries } from '@leakwatch/platform';
import { announceNotifications } from './announce-notifications.ts';
import { beginCause, endCause, recordFact } from './technical-notification.store.ts';

@Controller()
export class TechnicalFactsConsumer {
  constructor(
    private readonly database: Database,
    @Inject(LIVE) private readonly live: LiveNotifier,
  ) {}

  @EventPattern<string>(technicalFactsV1.topic)
  async keep(batch: readonly Delivery<TechnicalFact>[]) {
    const changed: string[] = [];
    // A transaction holds one notification: with several it could deadlock with a person who closes them all.
    for (const message of batch) if (await this.keepOne(message)) changed.push(message.payload.organisation_id);
    announceNotifications(this.live, changed);
  }

  @EventPattern<string>(staffFactsV1.topic)
  async keepForStaff(batch: readonly Delivery<StaffFact>[]) {
    for (const message of batch)
      await this.database.inScope(CONSUMER, async (em) => {
        const [fresh] = await newDeliveries(em, 'admin', staffFactsV1.topic, [message]);
        if (fresh === undefined) return;
        const { cause, state, kind, at, source_type: source } = fresh.payload;
        if (state === 'over') await endCause(em, null, cause);
        else await beginCause(em, { organisation: null, cause, kind, details: { source, at } });
      });
  }

  /** A redelivered message of a fact that has ended would create a second notification. */
  private keepOne(message: Delivery<TechnicalFact>): Promise<boolean> {
    return this.database.inScope(CONSUMER, async (em) => {
      const [fresh] = await newDeliveries(em, 'admin', technicalFactsV1.topic, [message]);
      return fresh !== undefined && recordFact(em, fresh.payload);
    });
  }
}
