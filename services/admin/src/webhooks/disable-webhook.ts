import type { SqlEntityManager } from '@leakwatch/platform';
import type { WebhookDisabledReason } from '@leakwatch/vocabulary';
import { recordAudit } from '../audit/audit.store.ts';
import { beginCause } from '../technical-notifications/technical-notification.store.ts';
import type { Webhook } from './webhook.entities.ts';
import { giveUpPending, updateWebhook } from './webhook.store.ts';

export const causeOf = (webhook: string) => `webhook:${webhook}`;

/** The system acts, from no address. */
const NOWHERE = { address: '', user_agent: '' };

/** Disables a locked webhook, gives up what waits for it, and notifies its organisation once. */
export async function disableWebhook(
  em: SqlEntityManager,
  { id, organisation_id: organisation, origin }: Pick<Webhook, 'id' | 'organisation_id' | 'origin'>,
  reason: WebhookDisabledReason,
): Promise<void> {
  await updateWebhook(em, id, { active: false, disabled_reason: reason });
  await giveUpPending(em, id);
  const details = { webhook: origin, error: reason, at: new Date().toISOString() };
  await beginCause(em, { organisation, cause: causeOf(id), kind: 'webhook_disabled', details });
  await recordAudit(em, {
    kind: 'webhook_disabled',
    account: null,
    actor: null,
    organisation,
    from: NOWHERE,
    detail: { webhook: id, reason },
  });
}
