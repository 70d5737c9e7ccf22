import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database, Leader, LOGGER, type Logger, Schedule } from '@leakwatch/platform';
import { ReportLaunches } from './report-launches.ts';
import { ReportMirrorLaunches } from './report-mirror-launches.ts';

/** Open pages see progress move. */
const TICK_MS = 1_000;
/** Several ticks, so that a slow leader keeps the lease. */
const LEASE_SECONDS = 8;

/** Of several crawlers one reports launches. */
@Injectable()
export class LaunchReportsLeader extends Leader {
  constructor(database: Database) {
    super(database, { table: 'crawler.lease', name: 'launch-reports', seconds: LEASE_SECONDS });
  }
}

@Injectable()
export class LaunchReportsSchedule extends Schedule {
  constructor(
    private readonly leader: LaunchReportsLeader,
    private readonly reports: ReportLaunches,
    private readonly mirrorReports: ReportMirrorLaunches,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger);
  }

  @Interval(TICK_MS)
  tick(): Promise<void> {
    return this.once(async () => {
      if (!(await this.leader.leads())) return;
      await this.step('report of launches over units', () => this.reports.run());
      await this.step('report of launches over repositories', () => this.mirrorReports.run());
    });
  }
}
