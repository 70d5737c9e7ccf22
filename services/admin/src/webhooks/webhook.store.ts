import type { WebhookRow } from '@leakwatch/contracts';
import { type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';
import { type Webhook, WebhookEntity } from './webhook.entities.ts';

/** What the vault's ciphertexts authenticate. */
export const urlContext = (id: string) => `webhook.url:${id}`;
export const secretContext = (id: string) => `webhook.secret:${id}`;

/** `now`: the time of the database. */
export const toWebhookRow = (webhook: Webhook, now: Date): WebhookRow => ({
  id: webhook.id,
  address: webhook.origin,
  events: webhook.events,
  format: webhook.format,
  active: webhook.active,
  disabled_reason: webhook.disabled_reason,
  created: webhook.created.toISOString(),
  failures: webhook.failures,
  last_delivered: webhook.last_delivered?.toISOString() ?? null,
  old_secret_until: webhook.old_secret_until !== null && webhook.old_secret_until > now ? webhook.old_secret_until.toISOString() : null,
  version: webhook.edit_version,
});

/** The webhooks of the transaction's organisation, oldest first. */
export const ownWebhooks = (em: SqlEntityManager): Promise<Webhook[]> =>
  tables(em).selectFrom('admin.webhook').selectAll().orderBy('created').orderBy('id').execute();

/** Counts an organisation's webhooks. Holds the organisation, so that two that are created at once do not pass the limit together. */
export async function countForNew(em: SqlEntityManager, organisation: string): Promise<number> {
  await tables(em).selectFrom('admin.organisation').select('id').where('id', '=', organisation).forUpdate().execute();
  return em.count(WebhookEntity, { organisation_id: organisation });
}

/** A person who got no answer sends the creation again: longer than any answer is waited for. */
const REPEAT_MINUTES = 10;

/** The webhooks that a person created a short time ago, and that nobody has changed since. The organisation must be locked. */
export const justCreated = (em: SqlEntityManager, organisation: string, account: string): Promise<Webhook[]> =>
  tables(em)
    .selectFrom('admin.webhook')
    .selectAll()
    .where('organisation_id', '=', organisation)
    .where('created_by', '=', account)
    .where('created', '>', sql<Date>`now() - make_interval(mins => ${REPEAT_MINUTES})`)
    .where('active', '=', true)
    .where('edit_version', '=', 1)
    .where('old_secret', 'is', null)
    .orderBy('created')
    .execute();

/** Locks a webhook; undefined when the scope does not see it. */
export const lockWebhook = (em: SqlEntityManager, id: string): Promise<Webhook | undefined> =>
  tables(em).selectFrom('admin.webhook').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export type NewWebhook = Pick<Webhook, 'id' | 'organisation_id' | 'url' | 'origin' | 'events' | 'format' | 'secret' | 'created_by'>;

export const addWebhook = (em: SqlEntityManager, webhook: NewWebhook): Promise<Webhook> =>
  tables(em).insertInto('admin.webhook').values(webhook).returningAll().executeTakeFirstOrThrow();

export const updateWebhook = (em: SqlEntityManager, id: string, change: Partial<Webhook>): Promise<Webhook> =>
  tables(em).updateTable('admin.webhook').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export const removeWebhook = (em: SqlEntityManager, id: string): Promise<number> => em.nativeDelete(WebhookEntity, { id });

/** Deletes the webhooks of a deleted organisation with their logs. */
export const removeWebhooksOf = (em: SqlEntityManager, organisation: string): Promise<number> =>
  em.nativeDelete(WebhookEntity, { organisation_id: organisation });

/** Gives up what waits for a webhook that does not send any more. */
export const giveUpPending = (em: SqlEntityManager, webhook: string) =>
  tables(em)
    .updateTable('admin.webhook_delivery')
    .set({ status: 'failed', due: null, fault: sql<'webhook_disabled'>`'webhook_disabled'` })
    .where('webhook_id', '=', webhook)
    .where('status', '=', 'pending')
    .execute();

/** Lets what waits for a later attempt be tried now. What is under way at this moment is tried again by its own outcome. */
export const hurryPending = (em: SqlEntityManager, webhook: string) =>
  tables(em)
    .updateTable('admin.webhook_delivery')
    .set({ due: sql<Date>`clock_timestamp()` })
    .where('webhook_id', '=', webhook)
    .where('status', '=', 'pending')
    .where('due', '>', sql<Date>`clock_timestamp()`)
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', sql<Date>`clock_timestamp()`)]))
    .execute();
