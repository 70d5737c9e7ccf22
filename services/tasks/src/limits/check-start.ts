import { Conflict, databaseNow, type SqlEntityManager } from '@leakwatch/platform';
import { opensLaunchSession, refuseContinuation, refuseStart, type StartSituation } from '@leakwatch/rules';
import type { Organisation } from '../organisations/organisation.entity.ts';
import { requireOrganisation } from '../organisations/organisation.store.ts';
import { countUsedLaunches, currentLaunchSession, storedSession } from '../launch-sessions/launch-session.store.ts';
import type { LockedTask } from '../search-tasks/task.store.ts';
import { countPatternsOf, countRunning, hasSource } from './usage.store.ts';

type CheckedTask = Pick<LockedTask, 'id' | 'organisation_id' | 'confirmed'>;

export interface AllowedStart {
  readonly organisation: Organisation;
  /** Whether the start opens a launch session and uses up a launch. */
  readonly opensLaunchSession: boolean;
}

/** Throws Conflict with the first reason that forbids the start. The organisation's row stays locked until the commit. */
export async function checkStart(em: SqlEntityManager, task: CheckedTask, at?: Date): Promise<AllowedStart> {
  const { organisation, situation } = await situationOf(em, task, at);
  const refusal = refuseStart(situation);
  if (refusal !== null) throw new Conflict(refusal);
  return { organisation, opensLaunchSession: opensLaunchSession(situation) };
}

/**
 * The same for a task that runs and had `patternsBefore`. Limits that were lowered below what is in use do not refuse it
 * (docs/behaviour/tariffs.md), unless it has more patterns now.
 */
export async function checkContinuation(em: SqlEntityManager, task: CheckedTask, patternsBefore: number, at?: Date): Promise<void> {
  const { situation } = await situationOf(em, task, at);
  const refusal = refuseContinuation(situation, patternsBefore);
  if (refusal !== null) throw new Conflict(refusal);
}

async function situationOf(em: SqlEntityManager, task: CheckedTask, at?: Date) {
  const organisation = await requireOrganisation(em, task.organisation_id);
  const situation: StartSituation = {
    now: (at ?? (await databaseNow(em))).getTime(),
    organisation: {
      active: organisation.active,
      trusted: organisation.trusted,
      startsAt: organisation.starts_at.getTime(),
      expiresAt: organisation.expires_at.getTime(),
    },
    tariff: await tariffOf(em, organisation),
    confirmed: task.confirmed,
    running: await countRunning(em, task.organisation_id, task.id),
    patterns: await countPatternsOf(em, task.id),
    hasSource: await hasSource(em, task.id),
  };
  return { organisation, situation };
}

async function tariffOf(em: SqlEntityManager, organisation: Organisation): Promise<StartSituation['tariff']> {
  const { task_limit: taskLimit, pattern_limit: patternLimit, launch_limit: limit } = organisation;
  if (taskLimit === null || patternLimit === null) return null;
  if (organisation.tariff_type !== 'count_launch' || limit === null) return { taskLimit, patternLimit, launches: null };
  const session = await currentLaunchSession(em, organisation.organisation_id);
  return {
    taskLimit,
    patternLimit,
    launches: {
      limit,
      used: await countUsedLaunches(em, organisation.organisation_id, organisation.starts_at),
      timeLimitAt: organisation.time_limit_at?.getTime() ?? null,
      session: storedSession(session),
    },
  };
}
