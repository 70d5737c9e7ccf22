import { Inject, Injectable } from '@nestjs/common';
import { launchFinishedV1, launchProgressV1 } from '@leakwatch/contracts';
import { type Bus, BUS, Database, databaseNow, outgoing, SCHEDULER, type SqlEntityManager } from '@leakwatch/platform';
import { lockRunningTask, unwantReadings, wantReadings } from '../mirror-readings/wanted-readings.store.ts';
import { endLaunch, recordMirrorReport } from './launch.store.ts';
import { MIRROR_LAUNCHES_A_ROUND, type MirrorLaunchState, mirrorLaunchesToReport, repositoriesToReport } from './mirror-launches.store.ts';
import { outcomeOf } from './outcome-of.ts';

/** Rounds until others have their turn; each is a transaction. */
const ROUNDS = 10;

/** Publishes how far launches over repositories are, and their ends. A report has what changed since the one before; the first and the last have all. */
@Injectable()
export class ReportMirrorLaunches {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  async run(): Promise<void> {
    for (let round = 0; round < ROUNDS; round += 1) if ((await this.reportSome()) < MIRROR_LAUNCHES_A_ROUND) return;
  }

  /** Returns how many launches were reported. */
  private async reportSome(): Promise<number> {
    const { reported, lacking } = await this.database.inScope(SCHEDULER, async (em) => {
      const launches = await mirrorLaunchesToReport(em);
      const at = launches.length === 0 ? '' : (await databaseNow(em)).toISOString();
      for (const launch of launches) await this.report(em, launch, at);
      return { reported: launches.length, lacking: launches.filter(({ runs, known, units }) => runs && known < units) };
    });
    // The task names further repositories since the launch began, or a mirror was deleted.
    for (const { launch_id: launch, task_id: id } of lacking)
      await this.database.inScope(SCHEDULER, async (em) => {
        const task = await lockRunningTask(em, id);
        if (task !== undefined) await wantReadings(em, launch, task);
      });
    return reported;
  }

  private async report(em: SqlEntityManager, launch: MirrorLaunchState, at: string): Promise<void> {
    const { launch_id, task_id, organisation_id, is_new: isNew } = launch;
    const base = { launch_id, task_id, organisation_id, source_type: 'git_repo' as const, units: null };
    const outcome = outcomeOf(launch);
    if (outcome === undefined) {
      const progress = Math.max(launch.percent, Math.min(99, launch.progress));
      const repositories = await repositoriesToReport(em, launch, isNew);
      await recordMirrorReport(em, launch_id, progress);
      await this.bus.publish(em, [outgoing(launchProgressV1, { ...base, repositories, progress, activity_at: at })]);
      return;
    }
    const repositories = await repositoriesToReport(em, launch, true);
    await endLaunch(em, launch_id, outcome === 'done' ? 100 : launch.percent);
    if (outcome === 'cancelled') await unwantReadings(em, task_id);
    await this.bus.publish(em, [
      outgoing(launchFinishedV1, { ...base, repositories, outcome, error_code: launch.error_code, finished_at: at }),
    ]);
  }
}
