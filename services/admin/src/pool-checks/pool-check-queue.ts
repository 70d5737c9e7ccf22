import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { POOL_CHECKS_QUEUE, type PoolCheckJob } from '@leakwatch/contracts';
import { JobQueue, LOGGER, type Logger, SETTINGS } from '@leakwatch/platform';
import type { AdminSettings } from '../settings.ts';

/** Checks that wait for a crawler. One that is lost with Redis is shown as unanswered, and asked for again. */
@Injectable()
export class PoolCheckQueue implements OnApplicationShutdown {
  private readonly jobs: JobQueue<PoolCheckJob>;

  constructor(@Inject(SETTINGS) settings: AdminSettings, @Inject(LOGGER) logger: Logger) {
    this.jobs = new JobQueue(POOL_CHECKS_QUEUE, { redisUrl: settings.REDIS_URL, logger });
  }

  /** Throws Unavailable while Redis is away. */
  add(check: string): Promise<void> {
    return this.jobs.add(check, { check_id: check }, { removeOnComplete: true, removeOnFail: true });
  }

  async onApplicationShutdown() {
    await this.jobs.close();
  }
}
