import { Conflict, type SqlEntityManager } from '@leakwatch/platform';
import { opensSession, refuseStart, type StartSituation } from '@leakwatch/rules';
import { lockOrganisation, type OrganisationCopy } from '../organisations/organisation.store.ts';
import { countLaunches, currentSession } from '../sessions/session.store.ts';
import { searchesAny } from '../search-tasks/source.store.ts';
import { countPatternsOf, countRunning, type TaskRecord } from '../search-tasks/task.store.ts';
import { CRAWLED_SOURCES } from './crawled-sources.ts';

/** Known through the bus shortly after admin created it. */
export async function organisationOf(em: SqlEntityManager, id: string): Promise<OrganisationCopy> {
  const organisation = await lockOrganisation(em, id);
  if (organisation === undefined) throw new Conflict('organisation_unknown');
  return organisation;
}

/** What a start that is allowed means. */
export interface AllowedStart {
  readonly organisation: OrganisationCopy;
  /** Whether it opens a session and consumes a launch. */
  readonly opensSession: boolean;
}

/** Throws Conflict with the first reason against a start. The organisation's row stays locked until the commit. */
export async function checkStart(em: SqlEntityManager, task: TaskRecord, now = Date.now()): Promise<AllowedStart> {
  const organisation = await organisationOf(em, task.organisation_id);
  const situation: StartSituation = {
    now,
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
    crawled: await searchesAny(em, task.id, CRAWLED_SOURCES),
  };
  const refusal = refuseStart(situation);
  if (refusal !== null) throw new Conflict(refusal);
  return { organisation, opensSession: opensSession(situation) };
}

async function tariffOf(em: SqlEntityManager, organisation: OrganisationCopy): Promise<StartSituation['tariff']> {
  const { task_limit: taskLimit, pattern_limit: patternLimit, launch_limit: limit } = organisation;
  if (taskLimit === null || patternLimit === null) return null;
  if (organisation.tariff_type !== 'count_launch' || limit === null) return { taskLimit, patternLimit, launches: null };
  const session = await currentSession(em, organisation.organisation_id);
  return {
    taskLimit,
    patternLimit,
    launches: {
      limit,
      used: await countLaunches(em, organisation.organisation_id, organisation.starts_at),
      timeLimitAt: organisation.time_limit_at?.getTime() ?? null,
      session: session === undefined ? null : { state: session.state, endTime: session.end_time.getTime() },
    },
  };
}
