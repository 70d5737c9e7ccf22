import type { EventChange, WebhookDelivery } from '@leakwatch/contracts';
import { nameId, type RawBuilder, row, type SqlEntityManager, sql } from '@leakwatch/platform';
import { WEBHOOK_GIVE_UP_SECONDS } from '@leakwatch/vocabulary';
import { tables } from '../entities.ts';
import type { Webhook, WebhookDeliveryRow } from './webhook.entities.ts';

/** Deliveries that wait for one webhook: a receiver that is away for a day during a large scan must not fill the database. */
export const PENDING_MAX = 100_000;
/** Deliveries that may wait when all that was given up is sent again: what is new must still find room, or the webhook is disabled. */
export const RESEND_MAX = PENDING_MAX / 2;
/** The namespace of delivery ids; fixed, since they are computed again at every redelivery. */
const DELIVERIES = '2c9f3e0c-53a7-5d0e-8a0b-95f7a1f6d3e2';

export const toDelivery = (row: WebhookDeliveryRow): WebhookDelivery => ({
  id: row.id,
  kind: row.kind,
  event: row.event_id,
  from: row.from_status,
  to: row.to_status,
  status: row.status,
  created: row.created.toISOString(),
  attempts: row.attempts,
  last_attempt: row.last_attempt?.toISOString() ?? null,
  next_attempt: row.due?.toISOString() ?? null,
  response_status: row.response_status,
  response_ms: row.response_ms,
  response_excerpt: row.response_excerpt,
  fault: row.fault,
});

const giveUpAt = sql<Date>`clock_timestamp() + make_interval(secs => ${WEBHOOK_GIVE_UP_SECONDS})`;

/** The active webhooks of organisations that work. */
export const webhooksOf = (em: SqlEntityManager, organisations: readonly string[]) =>
  tables(em)
    .selectFrom('admin.webhook as w')
    .innerJoin('admin.organisation as o', 'o.id', 'w.organisation_id')
    .select(['w.id', 'w.organisation_id', 'w.events'])
    .where(sql<boolean>`w.organisation_id = any(${[...organisations]}::uuid[])`)
    .where('w.active', '=', true)
    .where('o.active', '=', true)
    .where('o.deleted_at', 'is', null)
    .orderBy('w.id')
    .execute();

async function countWaiting(em: SqlEntityManager, webhook: string): Promise<number> {
  const waiting = await row(
    em,
    sql<{ count: number }>`select count(*)::int as count from (select from admin.webhook_delivery
      where webhook_id = ${webhook}::uuid and status = 'pending' limit ${PENDING_MAX}) found`,
  );
  return waiting?.count ?? 0;
}

/** Queues changes for a webhook, each once. False when too many wait already: then nothing was added. */
export async function queueChanges(
  em: SqlEntityManager,
  webhook: Pick<Webhook, 'id' | 'organisation_id'>,
  changes: readonly EventChange[],
): Promise<boolean> {
  if ((await countWaiting(em, webhook.id)) + changes.length > PENDING_MAX) return false;
  const added = changes.map((change) => ({
    id: nameId(DELIVERIES, [webhook.id, change.change_id]),
    webhook_id: webhook.id,
    organisation_id: webhook.organisation_id,
    kind: change.from === null ? ('event.created' as const) : ('event.status_changed' as const),
    event_id: change.event_id,
    from_status: change.from,
    to_status: change.to,
    at: new Date(change.at),
    give_up_at: giveUpAt,
  }));
  await tables(em)
    .insertInto('admin.webhook_delivery')
    .values(added)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  await advanceEvents(
    em,
    webhook.id,
    changes.flatMap(({ from, event_id: event }) => (from === null ? [] : [event])),
  );
  return true;
}

/** What was sent again together and a new change of the same event waits for goes on with it, before the rest. */
const advanceEvents = (em: SqlEntityManager, webhook: string, events: readonly string[]) =>
  tables(em)
    .updateTable('admin.webhook_delivery')
    .set({ resent: false })
    .where('webhook_id', '=', webhook)
    .where('status', '=', 'pending')
    .where('in_order', '=', true)
    .where('resent', '=', true)
    .where(sql<boolean>`event_id = any(${[...events]}::uuid[])`)
    .execute();

export const queueTest = (
  em: SqlEntityManager,
  id: string,
  webhook: Pick<Webhook, 'id' | 'organisation_id'>,
): Promise<WebhookDeliveryRow> =>
  tables(em)
    .insertInto('admin.webhook_delivery')
    .values({
      id,
      webhook_id: webhook.id,
      organisation_id: webhook.organisation_id,
      kind: 'test',
      event_id: null,
      at: sql<Date>`clock_timestamp()`,
      give_up_at: giveUpAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/** `then` for a delivery that is under way, else `otherwise`. */
const underWay = <T>(then: RawBuilder<T>, otherwise: RawBuilder<T>) =>
  sql<T>`case when claimed_until > clock_timestamp() then ${then} else ${otherwise} end`;

/**
 * Queues a delivery again, as if it were new; one that is under way is not sent a second time beside it. undefined when the webhook has no
 * such one.
 */
export const queueAgain = (em: SqlEntityManager, webhook: string, id: string): Promise<WebhookDeliveryRow | undefined> =>
  tables(em)
    .updateTable('admin.webhook_delivery')
    .set({
      status: 'pending',
      due: underWay(sql<Date>`claimed_until`, sql<Date>`clock_timestamp()`),
      give_up_at: giveUpAt,
      attempts: underWay(sql<number>`attempts`, sql<number>`0`),
      resent: false,
      fault: null,
    })
    .where('id', '=', id)
    .where('webhook_id', '=', webhook)
    .returningAll()
    .executeTakeFirst();

/** What was given up and may be sent again: not tests, which are about their moment, nor what has no event any more. */
const GIVEN_UP = sql`status = 'failed' and kind <> 'test' and fault is distinct from 'event_deleted'`;

export async function countGivenUp(em: SqlEntityManager, webhook: string): Promise<number> {
  const found = await row(
    em,
    sql<{ count: number }>`select count(*)::int as count from admin.webhook_delivery where webhook_id = ${webhook}::uuid and ${GIVEN_UP}`,
  );
  return found?.count ?? 0;
}

/**
 * Queues what a webhook has given up again, the oldest first, until as many wait as may. Returns how many were queued. As for one, what is
 * under way is not sent a second time beside it.
 */
export async function queueGivenUp(em: SqlEntityManager, webhook: string): Promise<number> {
  const room = Math.max(0, RESEND_MAX - (await countWaiting(em, webhook)));
  const queued = await row(
    em,
    sql<{ count: number }>`
      with oldest as (
        select id, at, created from admin.webhook_delivery where webhook_id = ${webhook}::uuid and ${GIVEN_UP}
        order by at, created, id limit ${room} for update
      ), placed as (select id, row_number() over (order by at, created, id) as place from oldest), queued as (
        update admin.webhook_delivery d set status = 'pending', in_order = true, resent = true, fault = null, give_up_at = ${giveUpAt},
          due = ${underWay(sql<Date>`claimed_until`, sql<Date>`now() + make_interval(secs => place / 1e6)`)},
          attempts = ${underWay(sql<number>`attempts`, sql<number>`0`)}
        from placed where d.id = placed.id returning d.id
      ) select count(*)::int as count from queued`,
  );
  return queued?.count ?? 0;
}
