import { newId, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { CRAWLED_SOURCES } from '../limits/crawled-sources.ts';
import type { LaunchTrigger } from '@leakwatch/vocabulary';

export interface WaitingLaunch {
  readonly id: string;
  readonly task_id: string;
  readonly organisation_id: string;
  readonly source_type: string;
  readonly trigger: LaunchTrigger;
  readonly task_version: number;
}

/** A waiting launch of the task on each of its active sources that is crawled and has no open one. */
export async function addLaunches(em: SqlEntityManager, task: string, trigger: LaunchTrigger): Promise<void> {
  const sources = await rows(
    em,
    sql<{ source_type: string; organisation_id: string; version: number }>`
      select s.source_type, s.organisation_id, t.version from tasks.task_source s join tasks.task t on t.id = s.task_id
      where s.task_id = ${task} and s.active and s.source_type = any (${[...CRAWLED_SOURCES]}::text[])`,
  );
  for (const source of sources)
    await rows(
      em,
      sql`with added as (
            insert into tasks.launch (id, task_id, organisation_id, source_type, trigger, task_version)
            values (${newId()}, ${task}, ${source.organisation_id}, ${source.source_type}, ${trigger}, ${source.version})
            on conflict (task_id, source_type) where state in ('waiting', 'released') do nothing returning 1
          )
          update tasks.task_source set state = 'waiting', next_launch_at = null
          where task_id = ${task} and source_type = ${source.source_type} and exists (select from added)`,
    );
}

/** Stops what waits and what runs: the crawler hears of the task's stop by itself. */
export async function cancelLaunches(em: SqlEntityManager, task: string): Promise<void> {
  await rows(
    em,
    sql`update tasks.launch set state = 'cancelled', finished_at = now() where task_id = ${task} and state in ('waiting', 'released')`,
  );
  await rows(em, sql`update tasks.task_source set state = 'idle', next_launch_at = null where task_id = ${task}`);
}

/** Takes waiting launches for release, organisations in turn, each organisation's oldest first. */
export const takeWaiting = (em: SqlEntityManager, window: number): Promise<WaitingLaunch[]> =>
  rows(
    em,
    sql<WaitingLaunch>`
      with ranked as (
        select id, row_number() over (partition by organisation_id order by created) as turn, created
        from tasks.launch where state = 'waiting'
      ), chosen as (select id from ranked order by turn, created limit ${window})
      update tasks.launch l set state = 'released', released_at = now()
      from chosen where l.id = chosen.id and l.state = 'waiting'
      returning l.id, l.task_id, l.organisation_id, l.source_type, l.trigger, l.task_version`,
  );

export async function countReleased(em: SqlEntityManager): Promise<number> {
  const [found] = await rows(em, sql<{ n: number }>`select count(*)::int as n from tasks.launch where state = 'released'`);
  return found?.n ?? 0;
}

/** Released launches of which nothing was heard for a while. */
export const quietLaunches = (em: SqlEntityManager, seconds: number): Promise<WaitingLaunch[]> =>
  rows(
    em,
    sql<WaitingLaunch>`
      select id, task_id, organisation_id, source_type, trigger, task_version from tasks.launch
      where state = 'released' and coalesce(activity_at, released_at) < now() - make_interval(secs => ${seconds})`,
  );

/** Sources whose pause is over get their next launch. Returns how many. */
export async function addDueLaunches(em: SqlEntityManager): Promise<number> {
  const due = await rows(
    em,
    sql<{ task_id: string }>`
      select distinct s.task_id from tasks.task_source s join tasks.task t on t.id = s.task_id
      where s.next_launch_at <= now() and s.active and t.running and t.archived_at is null`,
  );
  for (const { task_id } of due) await addLaunches(em, task_id, 'schedule');
  return due.length;
}
