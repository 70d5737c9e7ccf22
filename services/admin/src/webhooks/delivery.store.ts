import type { EventChange, WebhookDelivery } from '@leakwatch/contracts';
import { nameId, type RawBuilder, row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { WEBHOOK_GIVE_UP_SECONDS, type WebhookFault } from '@leakwatch/vocabulary';
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
  return true;
}

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
        update admin.webhook_delivery d set status = 'pending', in_order = true, fault = null, give_up_at = ${giveUpAt},
          due = ${underWay(sql<Date>`claimed_until`, sql<Date>`now() + make_interval(secs => place / 1e6)`)},
          attempts = ${underWay(sql<number>`attempts`, sql<number>`0`)}
        from placed where d.id = placed.id returning d.id
      ) select count(*)::int as count from queued`,
  );
  return queued?.count ?? 0;
}

/** Whether nothing that was sent again together and is about an earlier change of the same event still waits. */
const IS_NEXT_OF_EVENT = sql`not exists (
  select from admin.webhook_delivery e where e.webhook_id = d.webhook_id and e.event_id = d.event_id and e.status = 'pending' and e.in_order
    and (e.at, e.created, e.id) < (d.at, d.created, d.id))`;

/** Organisations with a delivery that may be tried now. Each webhook is one look at the index, however much waits for it. */
export const organisationsWithDue = async (em: SqlEntityManager): Promise<string[]> => {
  const found = await rows(
    em,
    sql<{ organisation_id: string }>`select distinct w.organisation_id from admin.webhook w
      where w.active and (w.held_until is null or w.held_until <= now()) and exists (
        select from admin.webhook_delivery d where d.webhook_id = w.id and d.status = 'pending' and d.due <= now() and ${IS_NEXT_OF_EVENT})`,
  );
  return found.map(({ organisation_id: organisation }) => organisation);
};

type OfDelivery = Pick<
  WebhookDeliveryRow,
  'id' | 'webhook_id' | 'organisation_id' | 'kind' | 'event_id' | 'from_status' | 'to_status' | 'at' | 'attempts' | 'give_up_at'
>;
export type ClaimedDelivery = OfDelivery & Pick<Webhook, 'url' | 'format' | 'secret' | 'old_secret'>;

/**
 * Claims the next delivery of an organisation, with one more attempt counted. When its process dies, another one takes it after
 * `leaseSeconds`. The webhook that fails least comes first.
 */
export const claimNext = (
  em: SqlEntityManager,
  organisation: string,
  except: readonly string[],
  leaseSeconds: number,
): Promise<ClaimedDelivery | undefined> =>
  row(
    em,
    sql<ClaimedDelivery>`
      with next as (
        select d.id from admin.webhook w
        cross join lateral (
          select d.id, d.due from admin.webhook_delivery d
          where d.webhook_id = w.id and d.status = 'pending' and d.due <= now() and ${IS_NEXT_OF_EVENT}
          order by d.due, d.id limit 1 for update skip locked
        ) d
        where w.organisation_id = ${organisation}::uuid and w.id <> all(${[...except]}::uuid[]) and w.active and (w.held_until is null or w.held_until <= now())
        order by w.failures, d.due limit 1
      )
      update admin.webhook_delivery d
      set attempts = d.attempts + 1, last_attempt = clock_timestamp(), due = clock_timestamp() + make_interval(secs => ${leaseSeconds}),
        claimed_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      from next, admin.webhook w
      where d.id = next.id and w.id = d.webhook_id
      returning d.id, d.kind, d.event_id, d.from_status, d.to_status, d.at, d.attempts, d.give_up_at, d.webhook_id,
        d.organisation_id, w.url, w.format, w.secret,
        case when w.old_secret_until > clock_timestamp() then w.old_secret end as old_secret`,
  );

export interface Outcome {
  readonly response_status: number | null;
  readonly response_ms: number;
  readonly response_excerpt: string;
  readonly fault: WebhookFault | null;
}

/** Writes what an attempt came to. `due`: when it is tried again; null when it is not. */
export const finishAttempt = (
  em: SqlEntityManager,
  { id, attempts }: Pick<ClaimedDelivery, 'id' | 'attempts'>,
  outcome: Outcome,
  next: Pick<WebhookDeliveryRow, 'status'> & { readonly dueInSeconds: number | null },
) =>
  tables(em)
    .updateTable('admin.webhook_delivery')
    .set({
      ...outcome,
      status: next.status,
      claimed_until: null,
      due: next.dueInSeconds === null ? null : sql<Date>`clock_timestamp() + make_interval(secs => ${next.dueInSeconds})`,
    })
    .where('id', '=', id)
    // A later attempt, or a person who gave it up, has written since.
    .where('attempts', '=', attempts)
    .where('status', '=', 'pending')
    .execute();

/** Gives a claimed delivery back without counting the attempt. */
export const putBack = (em: SqlEntityManager, { id, attempts }: Pick<ClaimedDelivery, 'id' | 'attempts'>, seconds: number) =>
  tables(em)
    .updateTable('admin.webhook_delivery')
    .set({ attempts: attempts - 1, claimed_until: null, due: sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})` })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('status', '=', 'pending')
    .execute();
