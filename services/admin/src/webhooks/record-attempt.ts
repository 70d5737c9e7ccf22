import { randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Database, databaseNow, LIVE, type LiveNotifier, SCHEDULER, type SqlEntityManager } from '@leakwatch/platform';
import { announceNotifications } from '../technical-notifications/announce-notifications.ts';
import { type ClaimedDelivery, finishAttempt, type Outcome } from './claimed-delivery.store.ts';
import { disableWebhook } from './disable-webhook.ts';
import { failsForGood, holdSeconds, retrySeconds } from './retry.domain.ts';
import type { Webhook } from './webhook.entities.ts';
import { lockWebhook, updateWebhook } from './webhook.store.ts';

/** From 0 to 1. */
const chance = (): number => randomInt(1_000_001) / 1_000_000;

const isSuccess = ({ response_status: status }: Outcome): boolean => status !== null && status >= 200 && status < 300;

/** Writes what an attempt came to: into the log, and for a failure when it is tried again and whether the webhook goes on. */
@Injectable()
export class RecordAttempt {
  constructor(
    private readonly database: Database,
    @Inject(LIVE) private readonly live: LiveNotifier,
  ) {}

  async run(claimed: ClaimedDelivery, outcome: Outcome): Promise<void> {
    const disabled = await this.database.inScope(SCHEDULER, async (em) => {
      const webhook = await lockWebhook(em, claimed.webhook_id);
      if (webhook === undefined) return false;
      if (isSuccess(outcome)) return succeeded(em, webhook, claimed, outcome);
      // Nothing was sent, so nothing failed.
      if (outcome.fault === 'event_deleted') return givenUp(em, claimed, outcome);
      if (outcome.fault === 'body_failed') return notMade(em, claimed, outcome);
      return failed(em, webhook, claimed, outcome);
    });
    if (disabled) announceNotifications(this.live, [claimed.organisation_id]);
  }
}

async function succeeded(em: SqlEntityManager, { id }: Webhook, claimed: ClaimedDelivery, outcome: Outcome): Promise<boolean> {
  await finishAttempt(em, claimed, outcome, { status: 'delivered', dueInSeconds: null });
  await updateWebhook(em, id, { failures: 0, failing_since: null, held_until: null, last_delivered: await databaseNow(em) });
  return false;
}

async function givenUp(em: SqlEntityManager, claimed: ClaimedDelivery, outcome: Outcome): Promise<boolean> {
  await finishAttempt(em, claimed, outcome, { status: 'failed', dueInSeconds: null });
  return false;
}

/** Retries the delivery like any other. The receiver got nothing, so this is no failure of the receiver. */
async function notMade(em: SqlEntityManager, claimed: ClaimedDelivery, outcome: Outcome): Promise<boolean> {
  const isOver = claimed.give_up_at <= (await databaseNow(em));
  const dueInSeconds = isOver ? null : retrySeconds(claimed.attempts, chance());
  await finishAttempt(em, claimed, outcome, { status: isOver ? 'failed' : 'pending', dueInSeconds });
  return false;
}

/** True when the webhook was disabled. */
async function failed(em: SqlEntityManager, webhook: Webhook, claimed: ClaimedDelivery, outcome: Outcome): Promise<boolean> {
  const now = await databaseNow(em);
  const isOver = claimed.kind === 'test' || claimed.give_up_at <= now;
  // Sent to an address that was changed meanwhile: that says nothing about the new one, which is tried at once.
  const isElsewhere = Buffer.compare(webhook.url, claimed.url) !== 0;
  const pause = isElsewhere ? 0 : retrySeconds(claimed.attempts, chance());
  await finishAttempt(em, claimed, outcome, { status: isOver ? 'failed' : 'pending', dueInSeconds: isOver ? null : pause });
  // A test shows the person what is wrong; it is no reason to hold or disable.
  if (claimed.kind === 'test' || isElsewhere || !webhook.active) return false;
  const failures = webhook.failures + 1;
  const failing_since = webhook.failing_since ?? now;
  const held_until = new Date(now.getTime() + holdSeconds(failures, chance()) * 1000);
  await updateWebhook(em, webhook.id, { failures, failing_since, held_until });
  if (!failsForGood(failures, failing_since, now)) return false;
  await disableWebhook(em, webhook, 'failing');
  return true;
}
