import { Inject, Injectable } from '@nestjs/common';
import { type Bus, BUS, Database, databaseNow, LIVE, type LiveNotifier, SCHEDULER } from '@leakwatch/platform';
import { launchSessionAt } from '@leakwatch/rules';
import type { QueuedLaunch } from '../launches/launch.store.ts';
import { WithdrawLaunches } from '../launches/withdraw-launches.ts';
import { expireLaunchSession } from '../launch-sessions/expire-launch-session.ts';
import type { LaunchSession } from '../launch-sessions/launch-session.entity.ts';
import { currentLaunchSession, organisationsWithDueSession, storedSession } from '../launch-sessions/launch-session.store.ts';
import type { Organisation } from '../organisations/organisation.entity.ts';
import { lockOrganisation } from '../organisations/organisation.store.ts';
import { announceTasks } from '../search-tasks/announce-task.ts';
import { lockRunningTasks } from '../search-tasks/task.store.ts';
import { organisationsPastTheirTime } from './expired-organisations.store.ts';
import { stopLockedTask } from './stop-locked-task.ts';

/**
 * Stops tasks that may no longer run: their launch session has ended, or their organisation is inactive or its period is
 * over. Only PostgreSQL's rows and the clock decide, so an end that fell into a downtime is still applied.
 */
@Injectable()
export class StopExpiredTasks {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LIVE) private readonly live: LiveNotifier,
    private readonly withdraw: WithdrawLaunches,
  ) {}

  /** One transaction for each organisation, so that a failure for one does not keep the others running. */
  async run(at?: Date): Promise<void> {
    const { now, due } = await this.database.inScope(SCHEDULER, async (em) => {
      const time = at ?? (await databaseNow(em));
      return { now: time, due: [...(await organisationsWithDueSession(em, time)), ...(await organisationsPastTheirTime(em, time))] };
    });
    const failures: unknown[] = [];
    for (const id of new Set(due.map((organisation) => organisation.organisation_id)))
      await this.stop(id, now).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }

  private async stop(id: string, now: Date): Promise<void> {
    const launches = await this.database.inScope(SCHEDULER, async (em) => {
      const released: QueuedLaunch[] = [];
      const organisation = await lockOrganisation(em, id);
      if (organisation === null) return released;
      const session = await currentLaunchSession(em, id);
      if (!mayRun(organisation, session, now))
        for (const task of await lockRunningTasks(em, id)) released.push(...(await stopLockedTask(em, this.bus, task, null)));
      if (session !== null) await expireLaunchSession(em, this.bus, organisation, session, now);
      return released;
    });
    announceTasks(this.live, [id]);
    this.withdraw.inBackground(launches);
  }
}

/** Whether the organisation's tasks may go on running. `organisationsPastTheirTime` selects by the same rule. */
function mayRun(organisation: Organisation, session: LaunchSession | null, now: Date): boolean {
  if (!organisation.active || now < organisation.starts_at || now >= organisation.expires_at) return false;
  if (organisation.tariff_type !== 'count_launch') return true;
  if (organisation.time_limit_at !== null && now >= organisation.time_limit_at) return false;
  return launchSessionAt(storedSession(session), now.getTime()) === 'open';
}
