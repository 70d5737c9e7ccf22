import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { makeReportJob, REPORTS_QUEUE } from '@leakwatch/contracts';
import { JobWorker, LOGGER, type Logger, SETTINGS } from '@leakwatch/platform';
import type { ReportsSettings } from '../settings.ts';
import { MakeReport } from './make-report.ts';

/** One at a time in a process: a second one would take memory and the processor from the charts. */
const REPORTS_AT_ONCE = 1;

/** Makes the reports of the queue. */
@Injectable()
export class MakeReportWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private worker: JobWorker | undefined;

  constructor(
    private readonly makeReport: MakeReport,
    @Inject(SETTINGS) private readonly settings: ReportsSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap() {
    this.worker = new JobWorker({
      queue: REPORTS_QUEUE,
      concurrency: REPORTS_AT_ONCE,
      work: (payload, signal) => this.makeReport.run(makeReportJob.parse(payload).report_id, signal),
      redisUrl: this.settings.REDIS_URL,
      logger: this.logger,
    });
  }

  /** Takes no more reports from the queue. Resolves when the one at hand is done. */
  async pause(): Promise<void> {
    await this.worker?.pause();
  }

  resume(): void {
    this.worker?.resume();
  }

  async onModuleDestroy() {
    await this.worker?.close();
  }
}
