import { Inject, Injectable } from '@nestjs/common';
import { launchFinishedV1, launchProgressV1, type UnitSums } from '@leakwatch/contracts';
import { type Bus, BUS, Database, databaseNow, outgoing, SCHEDULER, type SqlEntityManager } from '@leakwatch/platform';
import { FRESH_SECONDS } from '../units/freshness.ts';
import { UNIT_SOURCES, type UnitSource } from '../sources/unit-source.port.ts';
import { wantUnits } from '../units/wanted-units.store.ts';
import { outcomeOf } from './outcome-of.ts';
import { endLaunch, launchesToReport, type LaunchState, recordReport } from './launch.store.ts';

/** Publishes how far launches over sources are that are read in units, and their ends. */
@Injectable()
export class ReportLaunches {
  constructor(
    private readonly database: Database,
    @Inject(UNIT_SOURCES) private readonly sources: readonly UnitSource[],
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  async run(): Promise<void> {
    for (const { kind } of this.sources)
      await this.database.inScope(SCHEDULER, async (em) => {
        const launches = await launchesToReport(em, kind, FRESH_SECONDS[kind]);
        const at = launches.length === 0 ? '' : (await databaseNow(em)).toISOString();
        for (const launch of launches) await this.report(em, launch, { at, freshSeconds: FRESH_SECONDS[kind] });
      });
  }

  private async report(
    em: SqlEntityManager,
    launch: LaunchState,
    { at, freshSeconds }: { at: string; freshSeconds: number },
  ): Promise<void> {
    const { launch_id, task_id, organisation_id, source_type } = launch;
    const base = { launch_id, task_id, organisation_id, source_type, repositories: [] };
    const outcome = outcomeOf(launch);
    if (outcome === undefined) {
      // The task may need further units since the launch began.
      await wantUnits(em, launch, freshSeconds);
      const progress = Math.max(launch.percent, Math.min(99, launch.progress));
      const made = progressOf(launch, progress);
      const units = { ...launch.sums, stalled: stalledOf(launch, made) };
      const content = JSON.stringify([progress, units]);
      await recordReport(em, launch, { percent: progress, content, made });
      if (content === launch.last_report) return;
      await this.bus.publish(em, [outgoing(launchProgressV1, { ...base, units, progress, activity_at: at })]);
      return;
    }
    await endLaunch(em, launch_id, outcome === 'done' ? 100 : launch.percent);
    const units = { ...launch.sums, stalled: null };
    await this.bus.publish(em, [outgoing(launchFinishedV1, { ...base, units, outcome, error_code: launch.error_code, finished_at: at })]);
  }
}

/** What a launch has done, as text; it changes with every answer that one of its units gets. */
const progressOf = ({ done, failed, sums: { returned, read, unread } }: LaunchState, percent: number): string =>
  [percent, done, failed, returned, read, unread].join(' ');

/** Since when a launch has made no progress, and why. */
const stalledOf = ({ progress_made, stalled_since: since, waiting_code }: LaunchState, made: string): UnitSums['stalled'] =>
  since === null || progress_made !== made ? null : { since, error_code: waiting_code };
