import { type RawBuilder, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
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

export const LAUNCH_COLUMNS = sql.raw('id, task_id, organisation_id, source_type, trigger, task_version');

/** One turn never waits longer for a launch than for this many requests. */
const COST_MAX = 2000;
/** What a launch costs its organisation's turn: a request for each pattern, or for each repository. */
const COST = sql.raw(`greatest(1, least(${COST_MAX}, case s.source_type when 'git_repo'
  then (select count(*) from tasks.repository r where r.task_id = s.task_id) else t.pattern_count end))::int`);

/** Sources of which `condition` holds (s: the source, t: its task) get a waiting launch, where there is a crawler for them, unless one of theirs is open. */
async function add(em: SqlEntityManager, condition: RawBuilder<unknown>, trigger: LaunchTrigger): Promise<number> {
  const added = await rows(
    em,
    sql`with due as (
          update tasks.task_source s set state = 'waiting', next_launch_at = null from tasks.task t
          where t.id = s.task_id and ${condition} and s.active and not s.waiting and t.archived_at is null
             and s.source_type = any (${[...CRAWLED_SOURCES]}::text[])
            and not exists (select from tasks.launch l where l.task_id = s.task_id and l.source_type = s.source_type
              and l.state in ('waiting', 'released'))
          returning s.task_id, s.source_type, s.organisation_id, t.version, ${COST} as cost
        )
        insert into tasks.launch (id, task_id, organisation_id, source_type, trigger, task_version, cost)
        select gen_random_uuid(), task_id, organisation_id, source_type, ${trigger}, version, cost from due
        -- Two that start the same at once wait for each other at the source's row; the second finds it done.
        on conflict (task_id, source_type) where state in ('waiting', 'released') do nothing
        returning task_id`,
  );
  return added.length;
}

/** A waiting launch of the task on each of its active sources that has no open one. */
export const addLaunches = (em: SqlEntityManager, task: string, trigger: LaunchTrigger): Promise<number> =>
  add(em, sql`s.task_id = ${task}`, trigger);

/** Sources whose pause is over at `now` get their next launch. Returns how many. */
export const addDueLaunches = (em: SqlEntityManager, now = new Date()): Promise<number> =>
  add(em, sql`s.next_launch_at <= ${now} and t.running`, 'schedule');

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

/** The same for sources that the task searches no more. A worker that has one hears of the change and ends by itself. */
export async function cancelOtherSources(em: SqlEntityManager, task: string, searched: readonly string[]): Promise<void> {
  await rows(
    em,
    sql`update tasks.launch set
          state = case state when 'waiting' then 'cancelled' else 'cancelling' end,
          finished_at = case state when 'waiting' then now() end,
          cancelled_at = case state when 'released' then now() end
        where task_id = ${task} and state in ('waiting', 'released') and not (source_type = any (${[...searched]}::text[]))`,
  );
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

export async function countReleased(em: SqlEntityManager, source: string): Promise<number> {
  const [found] = await rows(
    em,
    sql<{ n: number }>`select count(*)::int as n from tasks.launch where state = 'released' and source_type = ${source}`,
  );
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
