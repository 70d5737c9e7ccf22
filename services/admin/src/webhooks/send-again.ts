import { Injectable } from '@nestjs/common';
import type { WebhookDelivery } from '@leakwatch/contracts';
import {
  type Caller,
  Conflict,
  Database,
  newId,
  NotFound,
  organisationScope,
  type RateLimit,
  RateLimiter,
  type SqlEntityManager,
} from '@leakwatch/platform';
import { queueAgain, queueTest, toDelivery } from './delivery.store.ts';
import { organisationOf } from './organisation-of.ts';
import type { Webhook, WebhookDeliveryRow } from './webhook.entities.ts';
import { lockWebhook, updateWebhook } from './webhook.store.ts';
import { WebhookQueue } from './webhook-queue.ts';

/** Receivers belong to others: a bound on test deliveries, for each organisation. */
export const SEND_LIMIT: RateLimit = { name: 'webhook_send', attempts: 60, seconds: 60 };

/** Tests and replays, at once also while the webhook is held for its failures. Throws NotFound, and Conflict `webhook_inactive`. */
@Injectable()
export class SendAgain {
  constructor(
    private readonly database: Database,
    private readonly limiter: RateLimiter,
    private readonly queue: WebhookQueue,
  ) {}

  test(id: string, caller: Caller): Promise<WebhookDelivery> {
    return this.queued(id, caller, (em, webhook) => queueTest(em, newId(), webhook));
  }

  replay(id: string, delivery: string, caller: Caller): Promise<WebhookDelivery> {
    return this.queued(id, caller, (em) => queueAgain(em, id, delivery));
  }

  private async queued(
    id: string,
    caller: Caller,
    add: (em: SqlEntityManager, webhook: Webhook) => Promise<WebhookDeliveryRow | undefined>,
  ): Promise<WebhookDelivery> {
    const organisation = organisationOf(caller);
    await this.limiter.require(SEND_LIMIT, organisation);
    const queued = await this.database.inScope(organisationScope(organisation), async (em) => {
      const webhook = await lockWebhook(em, id);
      if (webhook === undefined) throw new NotFound();
      if (!webhook.active) throw new Conflict('webhook_inactive');
      const added = await add(em, webhook);
      if (added === undefined) throw new NotFound();
      await updateWebhook(em, id, { held_until: null });
      return added;
    });
    await this.queue.addLater(organisation);
    return toDelivery(queued);
  }
}
