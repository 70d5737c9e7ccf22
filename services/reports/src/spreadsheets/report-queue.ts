import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type MakeReportJob, REPORTS_QUEUE } from '@leakwatch/contracts';
import { LOGGER, type Logger, openRedis, SETTINGS, Unavailable } from '@leakwatch/platform';
import { Queue } from 'bullmq';
import type { ReportsSettings } from '../settings.ts';

/** Jobs of reports. BullMQ carries them; PostgreSQL is what knows of them. */
@Injectable()
export class ReportQueue implements OnApplicationShutdown {
  private readonly redis: ReturnType<typeof openRedis>;
  private readonly queue: Queue<MakeReportJob>;

  constructor(
    @Inject(SETTINGS) settings: ReportsSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.redis = openRedis(settings.REDIS_URL, logger);
    this.queue = new Queue(REPORTS_QUEUE, { connection: this.redis });
    this.queue.on('error', (error) => logger.debug({ error: error.message }, 'queue'));
  }

  /** A report that is in the queue already stays as it is. Throws Unavailable while Redis is away. */
  async add(id: string): Promise<void> {
    this.assertReady();
    await this.queue.add('report', { report_id: id }, { jobId: id, removeOnComplete: true, removeOnFail: true });
  }

  /** A failure is left to the reconciler. */
  async addSoon(id: string): Promise<void> {
    await this.add(id).catch((error: unknown) => this.logger.warn({ report: id, error: String(error) }, 'a report waits for its job'));
  }

  /** True when a job of the report waits or is being worked on. */
  async holds(id: string): Promise<boolean> {
    this.assertReady();
    const job = await this.queue.getJob(id);
    if (job === undefined) return false;
    if (!(await job.isCompleted()) && !(await job.isFailed())) return true;
    await job.remove();
    return false;
  }

  /** BullMQ would wait for Redis without end, and whoever asks with it. */
  private assertReady(): void {
    if (this.redis.status !== 'ready') throw new Unavailable();
  }

  async onApplicationShutdown() {
    await this.queue.close();
    this.redis.disconnect();
  }
}
