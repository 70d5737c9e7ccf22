import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { crawlJob, crawlQueue } from '@leakwatch/contracts';
import { JobWorker, LOGGER, type Logger, SETTINGS } from '@leakwatch/platform';
import type { CrawlerSettings } from '../settings.ts';
import { type Source, SOURCES } from '../sources/source.port.ts';
import { LaunchPlaces } from './launch-places.ts';
import { RunLaunch } from './run-launch.ts';

/** Takes launches from the queue of each source. However a job ends, the launch is over only when PostgreSQL says so. */
@Injectable()
export class CrawlProcessor implements OnApplicationBootstrap, OnModuleDestroy {
  private workers: readonly JobWorker[] = [];
  private places: readonly LaunchPlaces[] = [];

  constructor(
    private readonly runLaunch: RunLaunch,
    @Inject(SOURCES) private readonly sources: readonly Source[],
    @Inject(SETTINGS) private readonly settings: Pick<CrawlerSettings, 'CRAWLER_CONCURRENCY' | 'REDIS_URL'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap() {
    const all = this.sources.map((source) => {
      const open = (concurrency: number): JobWorker =>
        new JobWorker({
          queue: crawlQueue(source.kind),
          concurrency,
          work: (payload, signal) => this.runLaunch.run(source, crawlJob.parse(payload), signal, places),
          redisUrl: this.settings.REDIS_URL,
          logger: this.logger,
        });
      const places = new LaunchPlaces(() => open(1));
      return { worker: open(this.settings.CRAWLER_CONCURRENCY), places };
    });
    this.workers = all.map(({ worker }) => worker);
    this.places = all.map(({ places }) => places);
  }

  async onModuleDestroy() {
    await Promise.all([...this.workers, ...this.places].map((one) => one.close()));
  }
}
