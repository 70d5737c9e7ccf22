import { type RawBuilder, row, type SqlEntityManager, sql } from '@leakwatch/platform';
import { CLOSE_REASON_CODES, CLOSE_REASONS } from '@leakwatch/vocabulary';
import type { Actor } from '../leak-events/set-status.store.ts';

/** Columns that a selection of `events.event e` gives to `setTriage`, beside `to_assignee`, `to_due` and `to_reason`. */
export const TRIAGED_COLUMNS = sql.raw('e.id, e.organisation_id, e.assignee_id, e.due_date, e.close_reason');

/** What a change did: to how many events, and of which organisations. */
export interface Triaged {
  readonly count: number;
  readonly organisations: readonly string[];
}

/** The condition, in SQL, under which an event may have a reason: `reasonSuits` of the vocabulary. */
export const suits = (reason: RawBuilder<unknown>, status: RawBuilder<unknown>): RawBuilder<boolean> => {
  const pairs = CLOSE_REASON_CODES.flatMap((code) => CLOSE_REASONS[code].map((one) => `${code} ${one}`));
  return sql<boolean>`(${reason} is null or ${reason} || ' ' || ${status} = any (${pairs}::text[]))`;
};

/**
 * The one writer of assignees and due dates: sets what `chosen` selects and records who did it, without loading the events. `chosen` selects
 * `TRIAGED_COLUMNS`, `to_assignee`, `to_due` and `to_reason`, with the rows locked in the order of their ids. Events that would not change are
 * left as they are.
 */
export async function setTriage(em: SqlEntityManager, chosen: RawBuilder<unknown>, actor: Actor, batch: string): Promise<Triaged> {
  const done = await row(
    em,
    sql<Triaged>`
      with chosen as materialized (${chosen}),
      changed as (
        update events.event e set assignee_id = c.to_assignee, due_date = c.to_due, close_reason = c.to_reason from chosen c
        where e.id = c.id and (c.assignee_id, c.due_date, c.close_reason) is distinct from (c.to_assignee, c.to_due, c.to_reason)
        returning c.*
      ),
      recorded as (
        insert into events.triage_change
          (id, event_id, organisation_id, batch, actor_kind, actor_id, actor_name, field, before, after, before_name, after_name)
        select gen_random_uuid(), c.id, c.organisation_id, ${batch}, ${actor.kind}, ${actor.id}::uuid, ${actor.name}, f.field, f.before, f.after,
          f.before_name, f.after_name
        from changed c
        left join events.member was on was.account_id = c.assignee_id
        left join events.member becomes on becomes.account_id = c.to_assignee
        cross join lateral (values
          ('assignee', c.assignee_id::text, c.to_assignee::text, was.name, becomes.name),
          ('due_date', c.due_date::text, c.to_due::text, null, null),
          ('reason', c.close_reason, c.to_reason, null, null)) as f (field, before, after, before_name, after_name)
        where f.before is distinct from f.after
      )
      select count(*)::int as count, coalesce(array_agg(distinct organisation_id)::text[], '{}') as organisations from changed`,
  );
  return done ?? { count: 0, organisations: [] };
}
