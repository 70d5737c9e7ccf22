import { Controller, Inject } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type TechnicalFact, technicalFactsV1 } from '@leakwatch/contracts';
import { CONSUMER, Database, type Delivery, LIVE, type LiveNotifier, newDeliveries } from '@leakwatch/platform';
import { keepFact } from './notification.store.ts';
import { tellOfNotifications } from './tell-of-notifications.ts';

@Controller()
export class FactsConsumer {
  constructor(
    private readonly database: Database,
    @Inject(LIVE) private readonly live: LiveNotifier,
  ) {}

  @EventPattern<string>(technicalFactsV1.topic)
  async keep(batch: readonly Delivery<TechnicalFact>[]) {
    const told = await this.database.inScope(CONSUMER, async (em) => {
      // A begun one that comes again behind its end would be told twice.
      const fresh = await newDeliveries(em, 'admin', technicalFactsV1.topic, batch);
      const organisations: string[] = [];
      for (const { payload } of fresh) if (await keepFact(em, payload)) organisations.push(payload.organisation_id);
      return organisations;
    });
    tellOfNotifications(this.live, told);
  }
}
