import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { crawlJob, crawlQueue } from '@leakwatch/contracts';
import { LOGGER, type Logger, openRedis, SETTINGS } from '@leakwatch/platform';
import { Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { RunLaunch } from './run-launch.ts';
import type { CrawlerSettings } from '../settings.ts';

/** A killed worker's job is given to another within lock and check together. */
const LOCK_MS = 15_000;
const STALLED_CHECK_MS = 5_000;
/** BullMQ would give a job up whose worker died twice; here PostgreSQL decides when a launch is over. */
const MAX_STALLED = 1_000;

/** Takes launches from the queue. Whatever a job ends with, the launch is over only once PostgreSQL says so. */
@Injectable()
export class CrawlProcessor implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();
  private redis: Redis | undefined;
  private worker: Worker | undefined;

  constructor(
    private readonly runLaunch: RunLaunch,
    @Inject(SETTINGS) private readonly settings: CrawlerSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap() {
    this.redis = openRedis(this.settings.REDIS_URL, this.logger, 'waits');
    this.worker = new Worker(crawlQueue('git_repo'), async (job) => this.runLaunch.run(crawlJob.parse(job.data), this.stopping.signal), {
      connection: this.redis,
      concurrency: this.settings.CRAWLER_CONCURRENCY,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_CHECK_MS,
      maxStalledCount: MAX_STALLED,
    });
    this.worker.on('failed', (job, error) =>
      this.logger.warn({ launch: job?.id, error: error.message }, 'launch ended without a result; it will be tried again'),
    );
    this.worker.on('error', (error) => this.logger.debug({ error: error.message }, 'queue'));
  }

  async onModuleDestroy() {
    this.stopping.abort(new Error('the worker stops'));
    await this.worker?.close();
    this.redis?.disconnect();
  }
}
