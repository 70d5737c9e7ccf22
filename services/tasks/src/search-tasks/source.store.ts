import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { cancelOtherSources } from '../launches/launch.store.ts';
import type { ReadSource } from './read-sources.ts';

/** Makes the task's sources these: one that stays keeps its progress; what waits or runs for one that goes is cancelled. */
export async function setSources(
  em: SqlEntityManager,
  task: { id: string; organisationId: string },
  sources: readonly ReadSource[],
): Promise<void> {
  const searched = sources.filter(({ active }) => active).map(({ type }) => type);
  await cancelOtherSources(em, task.id, searched);
  await rows(
    em,
    sql`delete from tasks.task_source where task_id = ${task.id} and not (source_type = any (${sources.map(({ type }) => type)}::text[]))`,
  );
  for (const source of sources)
    await rows(
      em,
      sql`insert into tasks.task_source as s (task_id, organisation_id, source_type, search_type, active, channels)
          values (${task.id}, ${task.organisationId}, ${source.type}, ${source.searchType}, ${source.active}, ${[...source.channels]}::text[])
          on conflict (task_id, source_type) do update set search_type = excluded.search_type, channels = excluded.channels,
            active = excluded.active,
            state = case when excluded.active then s.state else 'idle' end,
            next_launch_at = case when excluded.active then s.next_launch_at end`,
    );
}

/** Whether this version crawls any source that the task searches. */
export async function searchesAny(em: SqlEntityManager, task: string, crawled: ReadonlySet<string>): Promise<boolean> {
  const found = await rows(
    em,
    sql`select 1 from tasks.task_source where task_id = ${task} and active and not waiting and source_type = any (${[...crawled]}::text[]) limit 1`,
  );
  return found.length > 0;
}
