import { Injectable } from '@nestjs/common';
import type { AnswerOf, replayGivenUpDeliveries, WebhookDelivery } from '@leakwatch/contracts';
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
import { countGivenUp, queueAgain, queueGivenUp, queueTest, toDelivery } from './delivery.store.ts';
import { signedIn } from '../accounts/signed-in.ts';
import { recordAudit } from '../audit/audit.store.ts';
import { organisationOf } from './organisation-of.ts';
import type { Webhook } from './webhook.entities.ts';
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

  async test(id: string, caller: Caller): Promise<WebhookDelivery> {
    return toDelivery(await this.queued(id, caller, (em, webhook) => queueTest(em, newId(), webhook)));
  }

  async replay(id: string, delivery: string, caller: Caller): Promise<WebhookDelivery> {
    return toDelivery(await this.queued(id, caller, (em) => queueAgain(em, id, delivery)));
  }

  /** Repeated while these wait it queues nothing: they are not given up any more. */
  replayGivenUp(id: string, caller: Caller): Promise<AnswerOf<typeof replayGivenUpDeliveries>> {
    return this.queued(id, caller, async (em) => {
      const queued = await queueGivenUp(em, id);
      if (queued > 0) await record(em, id, queued, caller);
      return { queued, left: await countGivenUp(em, id) };
    });
  }

  private async queued<T>(id: string, caller: Caller, add: (em: SqlEntityManager, webhook: Webhook) => Promise<T | undefined>): Promise<T> {
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
    return queued;
  }
}

const record = (em: SqlEntityManager, webhook: string, queued: number, caller: Caller) =>
  recordAudit(em, {
    kind: 'webhook_replayed',
    account: signedIn(caller).id,
    organisation: organisationOf(caller),
    from: caller,
    detail: { webhook, count: String(queued) },
  });
