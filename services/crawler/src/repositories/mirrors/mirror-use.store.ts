import type { TaskChange } from '@leakwatch/contracts';
import { newId, row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../../entities.ts';
import { mirrorFor } from './mirror.store.ts';

export interface WantedMirror {
  readonly address: string;
  readonly credential_scope: string;
  readonly organisation: string;
}

/**
 * Subscribes a running task to the mirrors of its repositories, which are created where there are none. A launch admits them to the storage
 * of the organisation; one that is deleted at this moment is subscribed by the launch.
 */
export async function subscribe(em: SqlEntityManager, task: TaskChange): Promise<void> {
  if (!task.source_types.includes('git_repo') || task.repositories.length === 0) return;
  const wanted = JSON.stringify(task.repositories.map(({ address, credential_scope: scope }) => ({ id: newId(), address, scope })));
  // Ordered, so that two tasks that need the same mirrors create them in the same order.
  await rows(
    em,
    sql`insert into crawler.mirror (id, organisation_id, address, credential_scope, listed_tips)
        select n.id, case when n.scope <> '' then ${task.organisation_id}::uuid end, n.address, n.scope, '{}'
        from jsonb_to_recordset(${wanted}::jsonb) as n (id uuid, address text, scope text) order by n.address, n.scope
        on conflict (address, credential_scope) do nothing`,
  );
  await rows(
    em,
    sql`with needed as materialized (
          select m.id from crawler.mirror m join jsonb_to_recordset(${wanted}::jsonb) as n (address text, scope text)
            on m.address = n.address and m.credential_scope = n.scope order by m.id for key share of m
        )
        insert into crawler.mirror_use (mirror_id, task_id, organisation_id)
        select distinct id, ${task.task_id}::uuid, ${task.organisation_id}::uuid from needed on conflict do nothing`,
  );
}

/** The mirror that a task uses, created when there is none, and admitted to the storage of its organisation. While a task uses it so, it is not deleted. */
export async function useMirror(em: SqlEntityManager, task: string, wanted: WantedMirror): Promise<string> {
  const { address, credential_scope: scope } = wanted;
  // A launch may still run for a version of the task that monitored the repository. The copy is locked before the mirror (docs/locks.md).
  const named = await row(
    em,
    sql<{ organisation_id: string }>`select organisation_id from crawler.watched_task
      where task_id = ${task} and not (snapshot ->> 'archived')::boolean
        and snapshot -> 'repositories' @> ${JSON.stringify([{ address, credential_scope: scope }])}::jsonb for share`,
  );
  const id = await mirrorFor(em, address, scope, wanted.organisation);
  if (named === undefined) return id;
  await tables(em)
    .insertInto('crawler.mirror_use')
    .values({ mirror_id: id, task_id: task, organisation_id: named.organisation_id, admitted: true })
    .onConflict((conflict) =>
      conflict.columns(['mirror_id', 'task_id']).doUpdateSet({ admitted: true }).where('crawler.mirror_use.admitted', '=', false),
    )
    .execute();
  await tables(em)
    .updateTable('crawler.mirror')
    .set({ unused_since: null })
    .where('id', '=', id)
    .where('unused_since', 'is not', null)
    .execute();
  return id;
}

/** Whether the organisation has the content of a repository already: one of its tasks uses a mirror that was fetched. */
export async function hasMirror(em: SqlEntityManager, wanted: WantedMirror): Promise<boolean> {
  const found = await tables(em)
    .selectFrom('crawler.mirror as m')
    .innerJoin('crawler.mirror_use as u', 'u.mirror_id', 'm.id')
    .select('m.id')
    .where('m.address', '=', wanted.address)
    .where('m.credential_scope', '=', wanted.credential_scope)
    .where('u.organisation_id', '=', wanted.organisation)
    .where('u.admitted', '=', true)
    .where('m.bytes', '>', 0)
    .executeTakeFirst();
  return found !== undefined;
}

/** Organisations whose storage a mirror takes. */
export const organisationsOf = async (em: SqlEntityManager, mirror: string): Promise<string[]> =>
  (
    await tables(em)
      .selectFrom('crawler.mirror_use')
      .select('organisation_id')
      .distinct()
      .where('mirror_id', '=', mirror)
      .where('admitted', '=', true)
      .execute()
  ).map((found) => found.organisation_id);

/** Ends the use of the mirrors that a task does not name any more; all of them when it was deleted. Returns whether it used one. */
export async function endUses(em: SqlEntityManager, task: TaskChange): Promise<boolean> {
  const kept = task.archived ? [] : task.repositories;
  const ended = await rows(
    em,
    sql<{ mirror_id: string }>`delete from crawler.mirror_use u using crawler.mirror m
      where u.task_id = ${task.task_id} and m.id = u.mirror_id and (m.address, m.credential_scope) not in (
        select * from unnest(${kept.map(({ address }) => address)}::text[], ${kept.map((one) => one.credential_scope)}::text[]))
      returning u.mirror_id`,
  );
  if (ended.length === 0) return false;
  await rows(
    em,
    sql`update crawler.mirror set unused_since = now() where id in (
        select m.id from crawler.mirror m where m.id = any (${ended.map((one) => one.mirror_id)}::uuid[])
          and not exists (select from crawler.mirror_use u where u.mirror_id = m.id and u.admitted)
        order by m.id for no key update)`,
  );
  return true;
}

/** The mirror that a task of the organisation uses for an address, once it was brought up to date. */
export async function fetchedMirror(
  em: SqlEntityManager,
  of: { readonly task: string; readonly organisation: string; readonly address: string },
): Promise<{ readonly id: string; readonly fetched_at: Date } | undefined> {
  return row(
    em,
    sql<{ id: string; fetched_at: Date }>`select m.id, m.fetched_at from crawler.mirror m join crawler.mirror_use u on u.mirror_id = m.id
      where u.task_id = ${of.task} and u.organisation_id = ${of.organisation} and u.admitted and m.address = ${of.address} and m.fetched_at is not null
      order by m.fetched_at desc limit 1`,
  );
}
