import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { crawlJob, crawlQueue } from '@leakwatch/contracts';
import { JobWorker, LOGGER, type Logger, SETTINGS } from '@leakwatch/platform';
import type { CrawlerSettings } from '../settings.ts';
import { type Source, SOURCES } from '../sources/source.port.ts';
import { RunLaunch } from './run-launch.ts';

/** Takes launches from the queue of each source. However a job ends, the launch is over only when PostgreSQL says so. */
@Injectable()
export class CrawlProcessor implements OnApplicationBootstrap, OnModuleDestroy {
  private workers: readonly JobWorker[] = [];

  constructor(
    private readonly runLaunch: RunLaunch,
    @Inject(SOURCES) private readonly sources: readonly Source[],
    @Inject(SETTINGS) private readonly settings: CrawlerSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap() {
    this.workers = this.sources.map(
      (source) =>
        new JobWorker({
          queue: crawlQueue(source.kind),
          concurrency: this.settings.CRAWLER_CONCURRENCY,
          work: (payload, signal) => this.runLaunch.run(source, crawlJob.parse(payload), signal),
          redisUrl: this.settings.REDIS_URL,
          logger: this.logger,
        }),
    );
  }

  async onModuleDestroy() {
    await Promise.all(this.workers.map((worker) => worker.close()));
  }
}
