import { Controller, Inject } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type TechnicalFact, technicalFactsV1 } from '@leakwatch/contracts';
import { CONSUMER, Database, type Delivery, LIVE, type LiveNotifier, newDeliveries } from '@leakwatch/platform';
import { announceNotifications } from './announce-notifications.ts';
import { recordFact } from './technical-notification.store.ts';

@Controller()
export class TechnicalFactsConsumer {
  constructor(
    private readonly database: Database,
    @Inject(LIVE) private readonly live: LiveNotifier,
  ) {}

  @EventPattern<string>(technicalFactsV1.topic)
  async keep(batch: readonly Delivery<TechnicalFact>[]) {
    const organisations = await this.database.inScope(CONSUMER, async (em) => {
      // A redelivered message of a fact that has ended would create a second notification.
      const fresh = await newDeliveries(em, 'admin', technicalFactsV1.topic, batch);
      const changed: string[] = [];
      for (const { payload } of fresh) if (await recordFact(em, payload)) changed.push(payload.organisation_id);
      return changed;
    });
    announceNotifications(this.live, organisations);
  }
}
