import { Controller, Inject } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { type EventChange, eventChangesV1 } from '@leakwatch/contracts';
import { CONSUMER, Database, type Delivery, LIVE, type LiveNotifier } from '@leakwatch/platform';
import type { WebhookEvent } from '@leakwatch/vocabulary';
import { announceNotifications } from '../technical-notifications/announce-notifications.ts';
import { queueChanges, webhooksOf } from './delivery.store.ts';
import { disableWebhook } from './disable-webhook.ts';
import { lockWebhook } from './webhook.store.ts';
import { WebhookQueue } from './webhook-queue.ts';

const eventOf = (change: EventChange): WebhookEvent => (change.from === null ? 'event.created' : 'event.status_changed');

/** Changes of events become deliveries. A repeated message adds nothing, because a delivery's id is made of its change. */
@Controller()
export class EventChangesConsumer {
  constructor(
    private readonly database: Database,
    private readonly queue: WebhookQueue,
    @Inject(LIVE) private readonly live: LiveNotifier,
  ) {}

  @EventPattern<string>(eventChangesV1.topic)
  async keep(batch: readonly Delivery<EventChange>[]) {
    const changes = batch.map(({ payload }) => payload);
    const organisations = [...new Set(changes.map(({ organisation_id: id }) => id))];
    const webhooks = await this.database.inScope(CONSUMER, (em) => webhooksOf(em, organisations));
    for (const webhook of webhooks) {
      const wanted = changes.filter(
        (change) => change.organisation_id === webhook.organisation_id && webhook.events.includes(eventOf(change)),
      );
      if (wanted.length > 0) await this.queueFor(webhook, wanted);
    }
  }

  /** A transaction holds one webhook. One that was deleted or disabled meanwhile gets nothing. */
  private async queueFor({ id }: { readonly id: string }, changes: readonly EventChange[]): Promise<void> {
    const full = await this.database.inScope(CONSUMER, async (em) => {
      const webhook = await lockWebhook(em, id);
      if (webhook === undefined || !webhook.active) return null;
      if (await queueChanges(em, webhook, changes)) return null;
      await disableWebhook(em, webhook, 'queue_full');
      return webhook.organisation_id;
    });
    if (full !== null) announceNotifications(this.live, [full]);
    const [first] = changes;
    if (first !== undefined) await this.queue.addLater(first.organisation_id);
  }
}
