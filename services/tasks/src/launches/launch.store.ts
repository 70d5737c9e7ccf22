import { databaseNow, type RawBuilder, row, type RowOf, rows, sql, type SqlEntityManager } from '@leakwatch/platform';
import type { LaunchTrigger } from '@leakwatch/vocabulary';
import { tables } from '../entities.ts';
import type { LaunchEntity } from './launch.entity.ts';

const QUEUED = ['id', 'task_id', 'organisation_id', 'source_type', 'trigger', 'task_version'] as const;
/** What a job carries of a launch. */
export type QueuedLaunch = Pick<RowOf<typeof LaunchEntity>, (typeof QUEUED)[number]>;
export const QUEUED_COLUMNS: readonly (keyof QueuedLaunch)[] = QUEUED;

/** In requests. It bounds how many turns an organisation saves up for its costliest launch. */
const COST_MAX = 2000;
/** In requests: one for each pattern, or for each repository of git_repo. An organisation's turn is charged this much. */
const COST = sql.raw(`greatest(1, least(${COST_MAX}, case s.source_type when 'git_repo'
  then (select count(*) from tasks.repository r where r.task_id = s.task_id) else t.pattern_count end))::int`);

/** Adds a waiting launch for each active source that meets `condition` (s: the source, t: its task) and has no open launch. */
async function add(em: SqlEntityManager, condition: RawBuilder<unknown>, trigger: LaunchTrigger): Promise<number> {
  const added = await rows(
    em,
    sql`with due as (
          update tasks.task_source s set state = 'waiting', next_launch_at = null from tasks.task t
          where t.id = s.task_id and ${condition} and s.active and not s.waiting and t.archived_at is null
            and not exists (select from tasks.launch l where l.task_id = s.task_id and l.source_type = s.source_type
              and l.state in ('waiting', 'released'))
          returning s.task_id, s.source_type, s.organisation_id, t.version, ${COST} as cost
        )
        insert into tasks.launch (id, task_id, organisation_id, source_type, trigger, task_version, cost)
        select gen_random_uuid(), task_id, organisation_id, source_type, ${trigger}, version, cost from due
        -- Two concurrent starts of one source wait for each other at its row; the second then finds an open launch.
        on conflict (task_id, source_type) where state in ('waiting', 'released') do nothing
        returning task_id`,
  );
  return added.length;
}

/** Adds a waiting launch for each active source of the task that has no open one. Returns how many were added. */
export const addLaunches = (em: SqlEntityManager, task: string, trigger: LaunchTrigger): Promise<number> =>
  add(em, sql`s.task_id = ${task}`, trigger);

/**
 * Adds a launch for each source of a running task whose pause is over. Returns how many were added. It waits for no task:
 * one that is being changed gets its launch at the next tick.
 */
export async function addDueLaunches(em: SqlEntityManager, at?: Date): Promise<number> {
  const now = at ?? (await databaseNow(em));
  const due = await tables(em)
    .selectFrom('tasks.task as t')
    .select('t.id')
    .where('t.running', '=', true)
    .where('t.id', 'in', (sources) => sources.selectFrom('tasks.task_source').select('task_id').where('next_launch_at', '<=', now))
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  if (due.length === 0) return 0;
  return add(em, sql`s.task_id = any (${due.map(({ id }) => id)}::uuid[]) and s.next_launch_at <= ${now} and t.running`, 'schedule');
}

/** Of several tasks services one adds due launches at a time: a slow leader may still be adding when the next one has taken over. */
const ADD_LOCK = 727_002;

/** `addDueLaunches`, unless another service is at it. */
export async function addDueLaunchesOnce(em: SqlEntityManager): Promise<void> {
  const lock = await row(em, sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${ADD_LOCK}) as held`);
  if (lock?.held === true) await addDueLaunches(em);
}

/** Moves the task's waiting launches ahead of all others in the line. */
export async function prioritiseLaunches(em: SqlEntityManager, task: string): Promise<void> {
  await tables(em)
    .updateTable('tasks.launch')
    .set({ trigger: 'staff' })
    .where('task_id', '=', task)
    .where('state', '=', 'waiting')
    .execute();
}

/** Released launches of which nothing was reported for `seconds`, or for `reportedSeconds` since the last report. */
export const silentLaunches = (em: SqlEntityManager, seconds: number, reportedSeconds: number): Promise<QueuedLaunch[]> =>
  tables(em)
    .selectFrom('tasks.launch')
    .select(QUEUED_COLUMNS)
    .where('state', '=', 'released')
    .where(sql<boolean>`coalesce(activity_at, released_at) < now() - make_interval(secs =>
      case when activity_at is null then ${seconds}::int else ${reportedSeconds}::int end)`)
    .execute();
