import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type MakeReportJob, REPORTS_QUEUE } from '@leakwatch/contracts';
import { JobQueue, LOGGER, type Logger, SETTINGS } from '@leakwatch/platform';
import type { ReportsSettings } from '../settings.ts';

/** Jobs of reports. */
@Injectable()
export class ReportQueue implements OnApplicationShutdown {
  private readonly jobs: JobQueue<MakeReportJob>;

  constructor(
    @Inject(SETTINGS) settings: ReportsSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.jobs = new JobQueue(REPORTS_QUEUE, { redisUrl: settings.REDIS_URL, logger });
  }

  /** Throws Unavailable while Redis is away. */
  add(id: string): Promise<void> {
    return this.jobs.add(id, { report_id: id }, { removeOnComplete: true, removeOnFail: true });
  }

  /** Adds a job for a report that is stored: after a failure the reconciler adds it. */
  async addLater(id: string): Promise<void> {
    await this.add(id).catch((error: unknown) => this.logger.warn({ report: id, error: String(error) }, 'a report waits for its job'));
  }

  /** True when a job of the report waits or is being worked on. Throws Unavailable while Redis is away. */
  holds(id: string): Promise<boolean> {
    return this.jobs.holds(id);
  }

  async onApplicationShutdown() {
    await this.jobs.close();
  }
}
