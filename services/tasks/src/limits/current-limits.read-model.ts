import type { AnswerOf, currentLimits } from '@leakwatch/contracts';
import { Conflict, databaseNow, type SqlEntityManager } from '@leakwatch/platform';
import { tables } from '../entities.ts';
import { findOrganisation } from '../organisations/organisation.store.ts';
import { countUsedLaunches, currentLaunchSession, isTimingOut } from '../launch-sessions/launch-session.store.ts';
import { countRunning } from './usage.store.ts';

/** Limits of the organisation's tariff, with what is used and left of each (docs/behaviour/tariffs.md). */
export async function limitsOf(em: SqlEntityManager, organisation: string, at?: Date): Promise<AnswerOf<typeof currentLimits>> {
  const now = at ?? (await databaseNow(em));
  const copy = await findOrganisation(em, organisation);
  const { task_limit: tasks = null, pattern_limit: patterns = null, patterns_per_task_limit: perTask = null } = copy ?? {};
  if (copy === null || tasks === null || patterns === null || perTask === null) throw new Conflict('tariff_missing');
  const used = await countRunning(em, organisation);
  const counts = await tables(em)
    .selectFrom('tasks.task')
    .select(['id', 'pattern_count'])
    .where('organisation_id', '=', organisation)
    .where('archived_at', 'is', null)
    .execute();
  return {
    task_limit: tasks,
    tasks_used: used.tasks,
    tasks_left: Math.max(0, tasks - used.tasks),
    pattern_limit: patterns,
    patterns_used: used.patterns,
    patterns_left: Math.max(0, patterns - used.patterns),
    patterns_per_task_limit: perTask,
    pattern_count: used.patterns,
    task_count: used.tasks,
    patterns_per_task: Object.fromEntries(counts.map(({ id, pattern_count: count }) => [id, count])),
    ...(await launchesOf(em, organisation, copy.tariff_type === 'count_launch' ? copy.launch_limit : null, copy.starts_at, now)),
    time_limit_per_launch: copy.time_limit_per_launch,
    time_limit_at: copy.time_limit_at?.toISOString() ?? null,
  };
}

const NO_SESSION = { count: 0, end_time: null, timeout: false };

async function launchesOf(em: SqlEntityManager, organisation: string, limit: number | null, since: Date, now: Date) {
  if (limit === null) return { launch_count: 0, launch_limit: null, launches_left: null, active_sessions: NO_SESSION };
  const count = await countUsedLaunches(em, organisation, since);
  const session = await currentLaunchSession(em, organisation);
  const timeout = isTimingOut(session, now);
  return {
    launch_count: count,
    launch_limit: limit,
    launches_left: Math.max(0, limit - count),
    active_sessions: session === null ? NO_SESSION : { count: 1, end_time: session.end_time.toISOString(), timeout },
  };
}
