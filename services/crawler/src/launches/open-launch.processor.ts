import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { crawlJob, crawlQueue } from '@leakwatch/contracts';
import { JobWorker, LOGGER, type Logger, SETTINGS } from '@leakwatch/platform';
import { SOURCE_TYPES } from '@leakwatch/vocabulary';
import type { CrawlerSettings } from '../settings.ts';
import { OpenLaunch } from './open-launch.ts';

/** Takes launches from the queue of each source. */
@Injectable()
export class OpenLaunchProcessor implements OnApplicationBootstrap, OnModuleDestroy {
  private workers: readonly JobWorker[] = [];

  constructor(
    private readonly openLaunch: OpenLaunch,
    @Inject(SETTINGS) private readonly settings: CrawlerSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap() {
    this.workers = SOURCE_TYPES.map(
      (kind) =>
        new JobWorker({
          queue: crawlQueue(kind),
          concurrency: this.settings.CRAWLER_CONCURRENCY,
          work: (payload, signal) => this.openLaunch.run(crawlJob.parse(payload), signal),
          redisUrl: this.settings.REDIS_URL,
          logger: this.logger,
        }),
    );
  }

  async onModuleDestroy() {
    await Promise.all(this.workers.map((worker) => worker.close()));
  }
}
