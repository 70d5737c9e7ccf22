import { Controller, Inject } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type TechnicalFact, technicalFactsV1 } from '@leakwatch/contracts';
import { CONSUMER, Database, type Delivery, LIVE, type LiveTeller, takeIn } from '@leakwatch/platform';
import { recordFact } from './technical-notification.store.ts';
import { announceNotifications } from './announce-notifications.ts';

@Controller()
export class TechnicalFactsConsumer {
  constructor(
    private readonly database: Database,
    @Inject(LIVE) private readonly live: LiveTeller,
  ) {}

  @EventPattern<string>(technicalFactsV1.topic)
  async keep(batch: readonly Delivery<TechnicalFact>[]) {
    const organisations = await this.database.inScope(CONSUMER, async (em) => {
      const ids = batch.map((message) => message.id);
      // A redelivered message of a fact that has ended would create a second notification.
      const fresh = await takeIn(em, 'admin', technicalFactsV1.topic, ids);
      const changed: string[] = [];
      for (const { id, payload } of batch) if (fresh.has(id) && (await recordFact(em, payload))) changed.push(payload.organisation_id);
      return changed;
    });
    announceNotifications(this.live, organisations);
  }
}
