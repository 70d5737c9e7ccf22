import { MAX_REPORTS_IN_WORK } from '@leakwatch/contracts';
import { type Caller, Conflict, databaseNow, Forbidden, type SqlEntityManager } from '@leakwatch/platform';
import { organisationCopy } from '../organisation-copies/organisation-copy.store.ts';
import { mayMakeReports } from './report.domain.ts';
import { countInWork, lockReports } from './report.store.ts';

/** Whether the caller may ask for reports now. */
export async function reportsAllowed(em: SqlEntityManager, caller: Pick<Caller, 'staff' | 'organisation'>): Promise<boolean> {
  const known = caller.organisation === null ? undefined : await organisationCopy(em, caller.organisation);
  return mayMakeReports(caller.staff, known, await databaseNow(em));
}

/**
 * Reserves a place in the organisation's queue until the transaction ends. Throws Forbidden `reports_not_allowed`, and
 * Conflict `too_many_reports` while as many reports as allowed are in work.
 */
export async function admitReport(em: SqlEntityManager, caller: Caller, organisation: string | null): Promise<void> {
  if (!(await reportsAllowed(em, caller))) throw new Forbidden('reports_not_allowed');
  await lockReports(em, organisation);
  if ((await countInWork(em, organisation)) >= MAX_REPORTS_IN_WORK) throw new Conflict('too_many_reports', { limit: MAX_REPORTS_IN_WORK });
}
