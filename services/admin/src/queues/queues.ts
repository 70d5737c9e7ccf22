import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { QUEUES } from '@leakwatch/contracts';
import { LOGGER, type Logger, QueueBoard, SETTINGS } from '@leakwatch/platform';
import type { AdminSettings } from '../settings.ts';

/** Every queue of the installation: they are all in one Redis. */
@Injectable()
export class Queues extends QueueBoard implements OnApplicationShutdown {
  constructor(@Inject(SETTINGS) { REDIS_URL: redisUrl }: AdminSettings, @Inject(LOGGER) logger: Logger) {
    super(QUEUES, { redisUrl, logger });
  }

  async onApplicationShutdown() {
    await this.close();
  }
}
