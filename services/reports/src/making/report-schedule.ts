import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { LOGGER, type Logger, Schedule } from '@leakwatch/platform';
import { SweepFiles } from '../files/sweep-files.ts';
import { ExpireReports } from '../reports/expire-reports.ts';
import { MakeReport } from './make-report.ts';
import { ReconcileReports } from './reconcile-reports.ts';

const TICK_MS = 5_000;

/** The periodic work on reports. Each step may run in several processes at once. */
@Injectable()
export class ReportSchedule extends Schedule {
  constructor(
    private readonly reconcile: ReconcileReports,
    private readonly expire: ExpireReports,
    private readonly sweep: SweepFiles,
    private readonly makeReport: MakeReport,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger);
  }

  @Interval(TICK_MS)
  tick(): Promise<void> {
    return this.once(async () => {
      // Separate steps: files expire also while Redis is away.
      await this.step('reconcile', () => this.reconcile.run());
      await this.step('expire', () => this.expire.run());
      await this.step('sweep', () => this.sweep.run());
      await this.step('clear leftovers', () => this.makeReport.clearLeftovers());
    });
  }
}
