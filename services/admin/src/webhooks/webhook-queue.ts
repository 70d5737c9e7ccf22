import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type DeliverWebhooksJob, WEBHOOKS_QUEUE } from '@leakwatch/contracts';
import { JobQueue, LOGGER, type Logger, SETTINGS } from '@leakwatch/platform';
import type { AdminSettings } from '../settings.ts';

/**
 * One job for each organisation that has something to deliver. Organisations take turns: each job ends after a while, and the next one of the
 * same organisation stands behind those of the others.
 */
@Injectable()
export class WebhookQueue implements OnApplicationShutdown {
  private readonly jobs: JobQueue<DeliverWebhooksJob>;

  constructor(
    @Inject(SETTINGS) settings: AdminSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.jobs = new JobQueue(WEBHOOKS_QUEUE, { redisUrl: settings.REDIS_URL, logger });
  }

  /** Throws Unavailable while Redis is away. */
  add(organisation: string): Promise<void> {
    return this.jobs.add(organisation, { organisation_id: organisation }, { removeOnComplete: true, removeOnFail: true });
  }

  /** The schedule adds what is not added here. */
  async addLater(organisation: string): Promise<void> {
    await this.add(organisation).catch((error: unknown) => this.logger.debug({ organisation, error: String(error) }, 'a delivery waits'));
  }

  async onApplicationShutdown() {
    await this.jobs.close();
  }
}
