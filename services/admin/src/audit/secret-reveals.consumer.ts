import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type SecretReveal, secretRevealsV1 } from '@leakwatch/contracts';
import { CONSUMER, Database, type Delivery, newDeliveries } from '@leakwatch/platform';
import { recordAll } from './audit.store.ts';

/** Who saw the secrets of an event, from the events service. */
@Controller()
export class SecretRevealsConsumer {
  constructor(private readonly database: Database) {}

  @EventPattern<string>(secretRevealsV1.topic)
  async keep(batch: readonly Delivery<SecretReveal>[]) {
    await this.database.inScope(CONSUMER, async (em) => {
      const fresh = await newDeliveries(em, 'admin', secretRevealsV1.topic, batch);
      if (fresh.length === 0) return;
      await recordAll(
        em,
        fresh.map(({ payload: { account_id, organisation_id, staff, address, user_agent, event_id, revealed } }) => ({
          kind: staff ? 'secret_revealed_by_staff' : 'secret_revealed',
          account: account_id,
          organisation: organisation_id,
          from: { address, user_agent },
          detail: { event: event_id, revealed },
        })),
      );
    });
  }
}
