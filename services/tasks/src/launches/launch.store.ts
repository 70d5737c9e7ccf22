import { newId, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { LaunchTrigger } from '@leakwatch/vocabulary';

export interface WaitingLaunch {
  readonly id: string;
  readonly task_id: string;
  readonly organisation_id: string;
  readonly source_type: string;
  readonly trigger: LaunchTrigger;
  readonly task_version: number;
}

const LAUNCH_COLUMNS = sql.raw('id, task_id, organisation_id, source_type, trigger, task_version');

/** A waiting launch of the task on each of its active sources that has no open one. */
export async function addLaunches(em: SqlEntityManager, task: string, trigger: LaunchTrigger): Promise<void> {
  const sources = await rows(
    em,
    sql<{ source_type: string; organisation_id: string; version: number }>`
      select s.source_type, s.organisation_id, t.version from tasks.task_source s join tasks.task t on t.id = s.task_id
      where s.task_id = ${task} and s.active and not s.waiting`,
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

/** What of the task waits is released before what others wait for. */
export async function hurryLaunches(em: SqlEntityManager, task: string): Promise<void> {
  await rows(em, sql`update tasks.launch set trigger = 'staff' where task_id = ${task} and state = 'waiting'`);
}

/**
 * Stops what waits and what runs: the crawler hears of the task's stop by itself. Returns the launches that a worker may
 * have; they are to be withdrawn from the queue after the commit.
 */
export async function cancelLaunches(em: SqlEntityManager, task: string): Promise<WaitingLaunch[]> {
  await rows(em, sql`update tasks.launch set state = 'cancelled', finished_at = now() where task_id = ${task} and state = 'waiting'`);
  const released = await rows(
    em,
    sql<WaitingLaunch>`update tasks.launch set state = 'cancelling', cancelled_at = now()
        where task_id = ${task} and state = 'released' returning ${LAUNCH_COLUMNS}`,
  );
  await rows(em, sql`update tasks.task_source set state = 'idle', next_launch_at = null where task_id = ${task}`);
  return released;
}

/** No worker has them any more. */
export async function closeCancelled(em: SqlEntityManager, ids: readonly string[]): Promise<void> {
  await rows(
    em,
    sql`update tasks.launch set state = 'cancelled', finished_at = now() where id = any (${[...ids]}::uuid[]) and state = 'cancelling'`,
  );
}

/** A worker tells of itself every few seconds: of these nothing was heard for so long after the stop that none has them. */
export async function closeQuietCancelled(em: SqlEntityManager, seconds: number): Promise<void> {
  await rows(
    em,
    sql`update tasks.launch set state = 'cancelled', finished_at = now()
        where state = 'cancelling' and greatest(cancelled_at, activity_at) < now() - make_interval(secs => ${seconds})`,
  );
}

/** Takes waiting launches for release, organisations in turn, each organisation's oldest first. */
export const takeWaiting = (em: SqlEntityManager, window: number): Promise<WaitingLaunch[]> =>
  rows(
    em,
    sql<WaitingLaunch>`
      with ranked as (
        select id, row_number() over (partition by organisation_id order by created) as turn, created, trigger
        from tasks.launch l where state = 'waiting'
          -- A task that was stopped and started: its stopped crawl ends first.
          and not exists (select from tasks.launch c where c.organisation_id = l.organisation_id and c.task_id = l.task_id
            and c.source_type = l.source_type and c.state = 'cancelling')
      ), chosen as (select id from ranked order by (trigger = 'staff') desc, turn, created limit ${window})
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
      where s.next_launch_at <= now() and s.active and not s.waiting and t.running and t.archived_at is null`,
  );
  for (const { task_id } of due) await addLaunches(em, task_id, 'schedule');
  return due.length;
}
