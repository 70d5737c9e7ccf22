import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { LOGGER, type Logger } from '@leakwatch/platform';
import { ExpireReports } from './expire-reports.ts';
import { ReconcileReports } from './reconcile-reports.ts';
import { SweepObjects } from './sweep-objects.ts';

const TICK_MS = 5_000;

/** What has to be done about reports from time to time. Each step may run in several services at once. */
@Injectable()
export class ReportSchedule {
  private busy = false;

  constructor(
    private readonly reconcile: ReconcileReports,
    private readonly expire: ExpireReports,
    private readonly sweep: SweepObjects,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Interval(TICK_MS)
  async tick() {
    if (this.busy) return;
    this.busy = true;
    try {
      // Each by itself: without Redis files expire all the same.
      await this.step('reconcile', () => this.reconcile.run());
      await this.step('expire', () => this.expire.run());
      await this.step('sweep', () => this.sweep.run());
    } finally {
      this.busy = false;
    }
  }

  private async step(name: string, work: () => Promise<unknown>): Promise<void> {
    await work().catch((error: unknown) => this.logger.warn({ step: name, error: String(error) }, 'schedule of reports'));
  }
}
