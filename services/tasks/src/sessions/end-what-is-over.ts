import { Inject, Injectable } from '@nestjs/common';
import type { TechnicalFact } from '@leakwatch/contracts';
import { type Bus, BUS, Database, LIVE, type LiveNotifier, rows, SCHEDULER, type SqlEntityManager, sql } from '@leakwatch/platform';
import { afterTimeout, sessionAt } from '@leakwatch/rules';
import { writeTaskChange } from '../history/write-task-change.ts';
import { tellFact } from '../logs/tell-fact.ts';
import type { WaitingLaunch } from '../launches/launch.store.ts';
import { WithdrawLaunches } from '../launches/withdraw-launches.ts';
import { lockOrganisation, type OrganisationCopy } from '../organisations/organisation.store.ts';
import { haltTask } from '../search-tasks/halt-task.ts';
import { lockRunningTasks } from '../search-tasks/task.store.ts';
import { tellOfTasks } from '../search-tasks/tell-of-tasks.ts';
import { currentSession, dueSessions, type SessionRecord, setSessionState, whatRuns } from './session.store.ts';

/**
 * Stops what may not run any longer: sessions whose end has come, tasks of organisations that are off or over. Decided by
 * what PostgreSQL says and the clock alone, so it does not matter who was away when the end came.
 */
@Injectable()
export class EndWhatIsOver {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LIVE) private readonly live: LiveNotifier,
    private readonly withdraw: WithdrawLaunches,
  ) {}

  /** One transaction for each organisation: one that fails keeps no other from its end. */
  async run(now = new Date()): Promise<void> {
    const due = await this.database.inScope(SCHEDULER, async (em) => [...(await dueSessions(em, now)), ...(await overdue(em, now))]);
    const failures: unknown[] = [];
    for (const id of new Set(due.map((organisation) => organisation.organisation_id)))
      await this.end(id, now).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }

  private async end(id: string, now: Date): Promise<void> {
    const launches: WaitingLaunch[] = [];
    await this.database.inScope(SCHEDULER, async (em) => {
      const organisation = await lockOrganisation(em, id);
      if (organisation === undefined) return;
      const session = await currentSession(em, id);
      if (!mayRun(organisation, session, now))
        for (const task of await lockRunningTasks(em, id)) launches.push(...(await haltTask(em, this.bus, task, null)));
      if (session !== undefined) await this.endSession(em, organisation, session, now);
    });
    tellOfTasks(this.live, [id]);
    this.withdraw.soon(launches);
  }

  private async endSession(em: SqlEntityManager, organisation: OrganisationCopy, session: SessionRecord, now: Date): Promise<void> {
    const stored = { state: session.state, endTime: session.end_time.getTime() };
    const counts = organisation.tariff_type === 'count_launch';
    // A session that its organisation's new tariff does not know ends without stopping anything.
    const state = counts ? afterTimeout(stored, now.getTime(), await whatRuns(em, organisation.organisation_id)) : 'over';
    if (state === session.state) return;
    await setSessionState(em, session.id, state, now);
    if (session.state !== 'open' || !counts) return;
    await writeTaskChange(em, {
      organisationId: organisation.organisation_id,
      taskId: null,
      sessionId: session.id,
      user: null,
      action: 'session_timeout',
      details: [{ field: 'end_time', old: session.end_time.toISOString(), new: null }],
    });
    await tellFact(em, this.bus, sessionEnded(organisation.organisation_id, session));
  }
}

const sessionEnded = (organisation: string, session: SessionRecord): TechnicalFact => ({
  organisation_id: organisation,
  cause: `session:${session.id}`,
  state: 'begun',
  kind: 'session_ended',
  at: session.end_time.toISOString(),
  task: null,
  source_type: null,
  repository: null,
  error_code: null,
});

/** Whether tasks of the organisation may go on running. */
function mayRun(organisation: OrganisationCopy, session: SessionRecord | undefined, now: Date): boolean {
  if (!organisation.active || now < organisation.starts_at || now >= organisation.expires_at) return false;
  if (organisation.tariff_type !== 'count_launch') return true;
  if (organisation.time_limit_at !== null && now >= organisation.time_limit_at) return false;
  const stored = session === undefined ? null : { state: session.state, endTime: session.end_time.getTime() };
  return sessionAt(stored, now.getTime()) === 'open';
}

/** Organisations that have running tasks which may not run; the same as `mayRun` without the sessions that are due. */
const overdue = (em: SqlEntityManager, now: Date): Promise<{ organisation_id: string }[]> =>
  rows(
    em,
    sql<{ organisation_id: string }>`
      select o.organisation_id from tasks.organisation o
      where (not o.active or o.starts_at > ${now} or o.expires_at <= ${now} or (o.tariff_type = 'count_launch' and (o.time_limit_at <= ${now}
          or not exists (select from tasks.session s where s.organisation_id = o.organisation_id and s.state <> 'over'))))
        and exists (select from tasks.task t where t.organisation_id = o.organisation_id and t.running and t.archived_at is null)`,
  );
