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
    const told = await this.database.inScope(CONSUMER, async (em) => {
      const ids = batch.map((message) => message.id);
      // A begun one that comes again behind its end would be told twice.
      const fresh = await takeIn(em, 'admin', technicalFactsV1.topic, ids);
      const organisations: string[] = [];
      for (const { id, payload } of batch)
        if (fresh.has(id) && (await recordFact(em, payload))) organisations.push(payload.organisation_id);
      return organisations;
    });
    announceNotifications(this.live, told);
  }
}
