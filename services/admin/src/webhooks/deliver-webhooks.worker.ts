import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { deliverWebhooksJob, WEBHOOKS_QUEUE } from '@leakwatch/contracts';
import { JobWorker, LOGGER, type Logger, SETTINGS } from '@leakwatch/platform';
import type { AdminSettings } from '../settings.ts';
import { DeliverWebhooks } from './deliver-webhooks.ts';

/** Organisations that one process delivers for at once. A slow receiver takes one place for the time of a turn. */
const ORGANISATIONS_AT_ONCE = 8;

@Injectable()
export class DeliverWebhooksWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private worker: JobWorker | undefined;

  constructor(
    private readonly deliver: DeliverWebhooks,
    @Inject(SETTINGS) private readonly settings: AdminSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap() {
    this.worker = new JobWorker({
      queue: WEBHOOKS_QUEUE,
      concurrency: ORGANISATIONS_AT_ONCE,
      work: (payload, signal) => this.deliver.run(deliverWebhooksJob.parse(payload).organisation_id, signal),
      redisUrl: this.settings.REDIS_URL,
      logger: this.logger,
    });
  }

  async onModuleDestroy() {
    await this.worker?.close();
  }
}
