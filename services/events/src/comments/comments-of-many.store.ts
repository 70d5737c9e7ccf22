import { COMMENTS_MAX } from '@leakwatch/contracts';
import { type RawBuilder, row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { ownedBy, type Sees } from '../leak-events/event-filters.ts';
import type { StoredComment } from './comment.entity.ts';
import { REPEAT_MINUTES } from './comment.store.ts';

interface Added {
  /** The events that have the comment now. */
  readonly added: number;
  /** The events that have COMMENTS_MAX comments. */
  readonly full: readonly string[];
  readonly organisations: readonly string[];
}

/** Locks the events of a condition on `events.event e`, in the order of their ids. A statement that follows sees what others wrote before. */
export async function lockChosen(em: SqlEntityManager, chosen: RawBuilder<unknown>): Promise<readonly string[]> {
  return (await rows(em, sql<{ id: string }>`select e.id from events.event e where ${chosen} order by e.id for update`)).map(
    ({ id }) => id,
  );
}

/**
 * Adds the comment to events, which must be locked. An event whose last comment it is already, by the same author a short time ago, gets it no second
 * time: the call was sent again, and an undo of this one takes back what the other added.
 */
export async function addComments(
  em: SqlEntityManager,
  events: readonly string[],
  { batch, text, author_id, author_name }: Pick<StoredComment, 'text' | 'author_id' | 'author_name'> & { readonly batch: string },
): Promise<Added> {
  const done = await row(
    em,
    sql<Added>`
      with chosen as materialized (
        select e.id, e.organisation_id, (select count(*) from events.comment k where k.event_id = e.id) as comments,
          case when last.author_id = ${author_id}::uuid and last.text = ${text} then last.id end as repeated
        from events.event e left join lateral (
          select k.id, k.author_id, k.text from events.comment k
          where k.event_id = e.id and k.created > now() - make_interval(mins => ${REPEAT_MINUTES})
          order by k.created desc, k.id desc limit 1) last on true
        where e.id = any (${[...events]}::uuid[])
      ),
      added as (
        insert into events.comment (id, event_id, organisation_id, author_id, author_name, text, batch)
        select gen_random_uuid(), c.id, c.organisation_id, ${author_id}::uuid, ${author_name}, ${text}, ${batch}::uuid
        from chosen c where c.repeated is null and c.comments < ${COMMENTS_MAX}
        returning organisation_id
      ),
      taken as (
        update events.comment k set batch = ${batch}::uuid from chosen c where k.id = c.repeated and k.batch is not null
      )
      select (select count(*)::int from added) + (select count(c.repeated)::int from chosen c) as added,
        coalesce((select array_agg(c.id::text) from chosen c where c.repeated is null and c.comments >= ${COMMENTS_MAX}), '{}') as full,
        coalesce((select array_agg(distinct organisation_id)::text[] from added), '{}') as organisations`,
  );
  return done ?? { added: 0, full: [], organisations: [] };
}

interface Deleted {
  readonly deleted: number;
  readonly organisations: readonly string[];
}

/** Deletes the comments of a batch, on events that the caller may comment on, which the author wrote in the last `seconds` and nobody has changed since. */
export async function deleteBatch(em: SqlEntityManager, batch: string, author: string, seconds: number, sees: Sees): Promise<Deleted> {
  const done = await row(
    em,
    // The events first, as when they are deleted with their comments.
    sql<Deleted>`
      with held as materialized (
        select e.id from events.event e where e.id in (select c.event_id from events.comment c where c.batch = ${batch}::uuid) and ${ownedBy(sees)}
        order by e.id for update
      ),
      gone as (
        delete from events.comment c using held where c.event_id = held.id and c.batch = ${batch}::uuid and c.author_id = ${author}::uuid
          and c.updated = c.created and c.created > now() - make_interval(secs => ${seconds})
        returning c.organisation_id
      )
      select count(*)::int as deleted, coalesce(array_agg(distinct organisation_id)::text[], '{}') as organisations from gone`,
  );
  return done ?? { deleted: 0, organisations: [] };
}
