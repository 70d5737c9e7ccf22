import { Conflict, type SqlEntityManager } from '@leakwatch/platform';
import { refuseStart } from '@leakwatch/rules';
import { lockOrganisation, type OrganisationCopy } from '../organisations/organisation.store.ts';
import { searchesAny } from '../search-tasks/source.store.ts';
import { countPatternsOf, countRunning, type TaskRecord } from '../search-tasks/task.store.ts';
import { CRAWLED_SOURCES } from './crawled-sources.ts';

/** Known through the bus shortly after admin created it. */
export async function organisationOf(em: SqlEntityManager, id: string): Promise<OrganisationCopy> {
  const organisation = await lockOrganisation(em, id);
  if (organisation === undefined) throw new Conflict('organisation_unknown');
  return organisation;
}

/** Throws Conflict with the first reason against a start. The organisation's row stays locked until the commit. */
export async function checkStart(em: SqlEntityManager, task: TaskRecord, now = Date.now()): Promise<void> {
  const organisation = await organisationOf(em, task.organisation_id);
  const { task_limit: taskLimit, pattern_limit: patternLimit } = organisation;
  const refusal = refuseStart({
    now,
    organisation: {
      active: organisation.active,
      trusted: organisation.trusted,
      startsAt: organisation.starts_at.getTime(),
      expiresAt: organisation.expires_at.getTime(),
    },
    tariff: taskLimit === null || patternLimit === null ? null : { taskLimit, patternLimit },
    confirmed: task.confirmed,
    running: await countRunning(em, task.organisation_id, task.id),
    patterns: await countPatternsOf(em, task.id),
    crawled: await searchesAny(em, task.id, CRAWLED_SOURCES),
  });
  if (refusal !== null) throw new Conflict(refusal);
}
