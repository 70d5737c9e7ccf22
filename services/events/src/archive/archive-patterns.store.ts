import type { TaskChange } from '@leakwatch/contracts';
import { newId, row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';

/** Which kept content a task searches: that of its sources; of repositories and channels, that of its own. */
export interface ArchivedScope {
  readonly source_types: readonly string[];
  /** Addresses of repositories, names of Telegram channels in lower case. */
  readonly containers: readonly string[];
}

export const archivedScope = ({ source_types, repositories, telegram_channels = [] }: TaskChange): ArchivedScope => ({
  source_types: [...new Set(source_types)].sort(),
  containers: [...new Set([...repositories.map(({ address }) => address), ...telegram_channels.map((name) => name.toLowerCase())])].sort(),
});

/**
 * Begins the search for the patterns that this change of a task adds, and ends it for those that it takes out. A task that also searches
 * elsewhere from now on looks for all of them again: what is found twice is the same event. A task that is deleted, or that staff have not
 * confirmed, has none. The caller has locked the task.
 * @param before where it searched before; undefined for a new task
 */
export async function keepArchivePatterns(em: SqlEntityManager, task: TaskChange, before: ArchivedScope | undefined): Promise<void> {
  const { task_id, organisation_id } = task;
  const patterns = task.archived || task.confirmed === false ? [] : task.patterns.map(({ id, kind, text }) => ({ id, kind, text }));
  // Steps under way lock their search before they commit.
  await rows(em, sql`select from events.archive_search where task_id = ${task_id} order by id for update`);
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(patterns)}::jsonb) as p (id uuid, kind text, text text)`;
  const removed = await rows(
    em,
    sql<{ search_id: string | null }>`delete from events.archive_pattern a where a.task_id = ${task_id} and not exists (
        select from ${wanted} where p.id = a.pattern_id and p.kind = a.kind and p.text = a.text) returning search_id`,
  );
  const added = grows(archivedScope(task), before)
    ? patterns.map(({ id }) => id)
    : (
        await rows(
          em,
          sql<{ id: string }>`select p.id from ${wanted} where not exists (
            select from events.archive_pattern a where a.task_id = ${task_id} and a.pattern_id = p.id)`,
        )
      ).map(({ id }) => id);
  const changed = removed.flatMap(({ search_id }) => search_id ?? []);
  if (added.length > 0) {
    const search = await openSearch(em, task);
    await rows(
      em,
      sql`insert into events.archive_pattern (task_id, pattern_id, organisation_id, kind, text, search_id)
          select ${task_id}::uuid, p.id, ${organisation_id}::uuid, p.kind, p.text, ${search}::uuid from ${wanted}
          where p.id = any (${added}::uuid[]) order by p.id
          on conflict (task_id, pattern_id) do update set search_id = excluded.search_id`,
    );
    changed.push(search);
  }
  await rows(em, sql`update events.archive_search set revision = revision + 1 where id = any (${[...new Set(changed)]}::uuid[])`);
  // Of a task without patterns nothing is left to show.
  await rows(
    em,
    sql`delete from events.archive_search s where s.task_id = ${task_id} and (s.finished_at is null or ${patterns.length} = 0)
        and not exists (select from events.archive_pattern a where a.search_id = s.id)`,
  );
}

const grows = (now: ArchivedScope, before: ArchivedScope | undefined): boolean =>
  before !== undefined &&
  [
    ...now.source_types.filter((one) => !before.source_types.includes(one)),
    ...now.containers.filter((one) => !before.containers.includes(one)),
  ].length > 0;

/** The task's search that has not begun, or a new one: patterns that are added one by one share a search. */
async function openSearch(em: SqlEntityManager, { task_id, organisation_id }: TaskChange): Promise<string> {
  const waiting = await row(
    em,
    sql<{ id: string }>`select id from events.archive_search where task_id = ${task_id} and total is null order by created_at limit 1`,
  );
  if (waiting !== undefined) return waiting.id;
  const id = newId();
  await rows(em, sql`insert into events.archive_search (id, organisation_id, task_id) values (${id}, ${organisation_id}, ${task_id})`);
  return id;
}
