import { eventChangesV1 } from '@leakwatch/contracts';
import { type Bus, type RawBuilder, row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { CloseReason, StatusActor } from '@leakwatch/vocabulary';
import { eventChangeMessage, type RecordedChange } from './event-change.ts';

/** Messages that are in memory at once. */
const MESSAGES_AT_ONCE = 2_000;

export interface Actor {
  readonly kind: StatusActor;
  readonly id: string | null;
  readonly name: string;
  /** The account that asked for a change which a rule makes: it may undo the change. */
  readonly askedBy?: string | null;
}

/** Columns that a selection of `events.event e` gives to `setStatus`, beside `to_status`, `to_reason` and `to_fixed_at`. */
export const CHOSEN_COLUMNS = sql.raw(
  'e.id, e.organisation_id, e.status as from_status, e.close_reason as from_reason, e.fixed_at as from_fixed_at',
);
/** `to_fixed_at` of what is fixed now. */
export const FIXED_NOW = sql.raw('null::timestamptz as to_fixed_at');

/** Selects events by id for `setStatus`; they are locked already. */
export const chosenByIds = (ids: readonly string[], to: string, reason: CloseReason | null = null) =>
  sql`select ${CHOSEN_COLUMNS}, ${to}::text as to_status, ${reason}::text as to_reason, ${FIXED_NOW}
    from events.event e where e.id = any (${[...ids]}::uuid[])`;

/**
 * The one writer of the status of events that exist: sets it, records who did it, and publishes the changes, in the
 * transaction of `em` and without loading the events. `chosen` selects `CHOSEN_COLUMNS`, `to_status`, `to_reason` and `to_fixed_at`, with the rows
 * locked in the order of their ids, as `lockEvents` does. The messages are read page by page when the transaction ends.
 * Returns how many events changed.
 */
export async function setStatus(em: SqlEntityManager, bus: Bus, chosen: RawBuilder<unknown>, actor: Actor, batch: string): Promise<number> {
  const changed = await row(
    em,
    sql<{ count: number }>`
      with chosen as materialized (${chosen}),
      changed as (
        update events.event e set status = c.to_status, close_reason = c.to_reason, updated_at = clock_timestamp(),
          fixed_at = case c.to_status when 'fixed' then coalesce(c.to_fixed_at, clock_timestamp()) end,
          returned_at = case when ${actor.kind} = 'system' and c.from_status = 'fixed' then clock_timestamp() else e.returned_at end
        from chosen c where e.id = c.id
        returning e.id, e.updated_at, c.organisation_id, c.from_status, c.to_status, c.from_reason, c.to_reason, c.from_fixed_at
      ),
      recorded as (
        insert into events.status_change (id, event_id, organisation_id, batch, at, actor_kind, actor_id, actor_name, asked_by, from_status, to_status,
          from_reason, to_reason, from_fixed_at)
        select gen_random_uuid(), id, organisation_id, ${batch}, updated_at, ${actor.kind}, ${actor.id}::uuid, ${actor.name},
          ${actor.askedBy ?? null}::uuid, from_status, to_status, from_reason, to_reason, from_fixed_at
        from changed
        returning 1
      ) select count(*)::int as count from recorded`,
  );
  await bus.publishPages(em, eventChangesV1.topic, () => messagesOf(em, batch));
  return changed?.count ?? 0;
}

/** The next page is asked for before a page is given: PostgreSQL reads it while this process writes the messages of the one before. */
async function* messagesOf(em: SqlEntityManager, batch: string) {
  let next = pageOfChanges(em, batch, null);
  for (;;) {
    const changes = await next;
    const last = changes.at(-1);
    const more = changes.length === MESSAGES_AT_ONCE && last !== undefined;
    if (more) {
      next = pageOfChanges(em, batch, last.change_id);
      // It is awaited when the messages of this page are written. Where that fails, the transaction ends, and this with it.
      next.catch(() => undefined);
    }
    yield changes.map(eventChangeMessage);
    if (!more) return;
  }
}

const pageOfChanges = (em: SqlEntityManager, batch: string, after: string | null): Promise<RecordedChange[]> =>
  rows(
    em,
    sql<RecordedChange>`
      select c.id as change_id, c.event_id, c.from_status, c.to_status, c.at, e.organisation_id, e.task_id, e.source_type,
        e.pattern_text, e.created
      from (select * from events.status_change where batch = ${batch} and (${after}::uuid is null or id > ${after}::uuid)
        order by id limit ${MESSAGES_AT_ONCE}) c
      join events.event e on e.id = c.event_id order by c.id`,
  );
