import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { crawlJob, crawlQueue } from '@leakwatch/contracts';
import { JobWorker, LOGGER, type Logger, SETTINGS } from '@leakwatch/platform';
import type { CrawlerSettings } from '../settings.ts';
import { RunLaunch } from './run-launch.ts';

/** Takes launches from the queue. However a job ends, the launch is over only when PostgreSQL says so. */
@Injectable()
export class CrawlProcessor implements OnApplicationBootstrap, OnModuleDestroy {
  private worker: JobWorker | undefined;

  constructor(
    private readonly runLaunch: RunLaunch,
    @Inject(SETTINGS) private readonly settings: CrawlerSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap() {
    this.worker = new JobWorker({
      queue: crawlQueue('git_repo'),
      concurrency: this.settings.CRAWLER_CONCURRENCY,
      work: (payload, signal) => this.runLaunch.run(crawlJob.parse(payload), signal),
      redisUrl: this.settings.REDIS_URL,
      logger: this.logger,
    });
  }

  async onModuleDestroy() {
    await this.worker?.close();
  }
}
