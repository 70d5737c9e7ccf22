import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { POOL_CHECKS_QUEUE, poolCheckJob } from '@leakwatch/contracts';
import { JobWorker, LOGGER, type Logger, SETTINGS } from '@leakwatch/platform';
import type { CrawlerSettings } from '../settings.ts';
import { RunCheck } from './run-check.ts';

/** Each waits for one answer: a hundred that staff ask for at once are done within minutes. */
const CHECKS_AT_ONCE = 10;

/** Takes checks from their queue. */
@Injectable()
export class PoolCheckWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private worker: JobWorker | undefined;

  constructor(
    private readonly runCheck: RunCheck,
    @Inject(SETTINGS) private readonly settings: CrawlerSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap() {
    this.worker = new JobWorker({
      queue: POOL_CHECKS_QUEUE,
      concurrency: CHECKS_AT_ONCE,
      work: (payload, signal) => this.runCheck.run(poolCheckJob.parse(payload), signal),
      redisUrl: this.settings.REDIS_URL,
      logger: this.logger,
    });
  }

  async onModuleDestroy() {
    await this.worker?.close();
  }
}
