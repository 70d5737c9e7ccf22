import { MAX_REPORTS_IN_WORK } from '@leakwatch/contracts';
import { type Caller, Conflict, Forbidden, row, type SqlEntityManager, sql } from '@leakwatch/platform';
import { type KnownOrganisation, mayMakeReports } from './report.domain.ts';
import { countInWork } from './report.store.ts';

/** Whether the caller may ask for reports now. */
export async function reportsAllowed(em: SqlEntityManager, caller: Pick<Caller, 'staff' | 'organisation'>): Promise<boolean> {
  const known = await row(
    em,
    sql<KnownOrganisation>`select active, starts_at, expires_at from reports.organisation where organisation_id = ${caller.organisation}`,
  );
  return mayMakeReports(caller.staff, known, new Date());
}

/**
 * Holds an organisation's place in the queue until the transaction ends. Throws Forbidden `reports_not_allowed`, and
 * Conflict `too_many_reports` while as many as may be are in work.
 */
export async function admitReport(em: SqlEntityManager, caller: Caller, organisation: string | null): Promise<void> {
  if (!(await reportsAllowed(em, caller))) throw new Forbidden('reports_not_allowed');
  if ((await countInWork(em, organisation)) >= MAX_REPORTS_IN_WORK) throw new Conflict('too_many_reports', { limit: MAX_REPORTS_IN_WORK });
}
