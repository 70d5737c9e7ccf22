import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { makeReportJob, REPORTS_QUEUE } from '@leakwatch/contracts';
import { LOGGER, type Logger, openRedis, SETTINGS } from '@leakwatch/platform';
import { Worker } from 'bullmq';
import { MakeReport } from './make-report.ts';
import type { ReportsSettings } from '../settings.ts';

/** A killed worker's job is given to another within lock and check together. */
const LOCK_MS = 15_000;
const STALLED_CHECK_MS = 5_000;
/** BullMQ would give a job up whose worker died twice; here PostgreSQL decides when a report is given up. */
const MAX_STALLED = 1_000;
/** One at a time in a process: a second one would take memory and the processor from the charts. */
const REPORTS_AT_ONCE = 1;

/** Takes reports from the queue. */
@Injectable()
export class MakeReportProcessor implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();
  private redis: ReturnType<typeof openRedis> | undefined;
  private worker: Worker | undefined;

  constructor(
    private readonly makeReport: MakeReport,
    @Inject(SETTINGS) private readonly settings: ReportsSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap() {
    await this.makeReport.clearLeftovers();
    this.redis = openRedis(this.settings.REDIS_URL, this.logger, 'waits');
    this.worker = new Worker(REPORTS_QUEUE, (job) => this.makeReport.run(makeReportJob.parse(job.data).report_id, this.stopping.signal), {
      connection: this.redis,
      concurrency: REPORTS_AT_ONCE,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_CHECK_MS,
      maxStalledCount: MAX_STALLED,
    });
    this.worker.on('error', (error) => this.logger.debug({ error: error.message }, 'queue'));
  }

  /** Takes no more reports from the queue. Resolves when the one at hand is done. */
  async pause(): Promise<void> {
    await this.worker?.pause();
  }

  resume(): void {
    this.worker?.resume();
  }

  async onModuleDestroy() {
    this.stopping.abort(new Error('the worker stops'));
    await this.worker?.close();
    this.redis?.disconnect();
  }
}
