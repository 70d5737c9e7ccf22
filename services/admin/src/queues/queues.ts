import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { QUEUES } from '@leakwatch/contracts';
import { LOGGER, type Logger, Metrics, QueueBoard, SETTINGS } from '@leakwatch/platform';
import type { AdminSettings } from '../settings.ts';

/** Every queue of the installation: they are all in one Redis. */
@Injectable()
export class Queues extends QueueBoard implements OnModuleInit, OnApplicationShutdown {
  constructor(
    @Inject(SETTINGS) { REDIS_URL: redisUrl }: AdminSettings,
    @Inject(LOGGER) logger: Logger,
    private readonly metrics: Metrics,
  ) {
    super(QUEUES, { redisUrl, logger });
  }

  onModuleInit() {
    this.metrics.measure({
      read: () => this.counts(),
      gauges: [
        {
          name: 'leakwatch_queue_jobs',
          help: 'Jobs of the queues in Redis',
          labels: ['queue', 'state'],
          samples: (counts) =>
            counts.flatMap(({ queue, ...states }) => Object.entries(states).map(([state, value]) => ({ labels: { queue, state }, value }))),
        },
      ],
    });
  }

  async onApplicationShutdown() {
    await this.close();
  }
}
