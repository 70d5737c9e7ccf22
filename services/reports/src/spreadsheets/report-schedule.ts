import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { LOGGER, type Logger, Schedule } from '@leakwatch/platform';
import { ExpireReports } from './expire-reports.ts';
import { ReconcileReports } from './reconcile-reports.ts';
import { SweepObjects } from './sweep-objects.ts';

const TICK_MS = 5_000;

/** What has to be done about reports from time to time. Each step may run in several services at once. */
@Injectable()
export class ReportSchedule extends Schedule {
  constructor(
    private readonly reconcile: ReconcileReports,
    private readonly expire: ExpireReports,
    private readonly sweep: SweepObjects,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger);
  }

  @Interval(TICK_MS)
  tick(): Promise<void> {
    return this.once(async () => {
      // Each by itself: without Redis files expire all the same.
      await this.step('reconcile', () => this.reconcile.run());
      await this.step('expire', () => this.expire.run());
      await this.step('sweep', () => this.sweep.run());
    });
  }
}
