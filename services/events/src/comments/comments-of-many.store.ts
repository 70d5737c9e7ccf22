import { COMMENTS_MAX } from '@leakwatch/contracts';
import { type RawBuilder, row, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { StoredComment } from './comment.entity.ts';

interface Added {
  readonly added: number;
  /** The events that have COMMENTS_MAX comments. */
  readonly full: readonly string[];
  readonly organisations: readonly string[];
}

/** Adds the comment to the events of a condition on `events.event e`, locked in the order of their ids, without loading them. */
export async function addComments(
  em: SqlEntityManager,
  chosen: RawBuilder<unknown>,
  { batch, text, author_id, author_name }: Pick<StoredComment, 'text' | 'author_id' | 'author_name'> & { readonly batch: string },
): Promise<Added> {
  const done = await row(
    em,
    sql<Added>`
      with chosen as materialized (
        select e.id, e.organisation_id, (select count(*) from events.comment k where k.event_id = e.id) as comments
        from events.event e where ${chosen} order by e.id for update
      ),
      added as (
        insert into events.comment (id, event_id, organisation_id, author_id, author_name, text, batch)
        select gen_random_uuid(), c.id, c.organisation_id, ${author_id}::uuid, ${author_name}, ${text}, ${batch}::uuid
        from chosen c where c.comments < ${COMMENTS_MAX}
        returning organisation_id
      )
      select (select count(*)::int from added) as added,
        coalesce((select array_agg(c.id::text) from chosen c where c.comments >= ${COMMENTS_MAX}), '{}') as full,
        coalesce((select array_agg(distinct organisation_id)::text[] from added), '{}') as organisations`,
  );
  return done ?? { added: 0, full: [], organisations: [] };
}

interface Deleted {
  readonly deleted: number;
  readonly organisations: readonly string[];
}

/** Deletes the comments of a batch that the author wrote in the last `seconds` and nobody has changed since. */
export async function deleteBatch(em: SqlEntityManager, batch: string, author: string, seconds: number): Promise<Deleted> {
  const done = await row(
    em,
    // The events first, as when they are deleted with their comments.
    sql<Deleted>`
      with held as materialized (
        select e.id from events.event e where e.id in (select c.event_id from events.comment c where c.batch = ${batch}::uuid) order by e.id for update
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
