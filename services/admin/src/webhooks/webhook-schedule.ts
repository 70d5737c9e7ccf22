import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database, LOGGER, type Logger, SCHEDULER, Schedule } from '@leakwatch/platform';
import { organisationsWithDue } from './claimed-delivery.store.ts';
import { WebhookQueue } from './webhook-queue.ts';

const ROUND_MS = 1_000;

/** PostgreSQL is the record of what is due: retries, and deliveries whose job Redis lost, get a job. Every process may do it. */
@Injectable()
export class WebhookSchedule extends Schedule {
  constructor(
    private readonly database: Database,
    private readonly queue: WebhookQueue,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger);
  }

  @Interval(ROUND_MS)
  tick(): Promise<void> {
    return this.once(async () => {
      const organisations = await this.database.inScope(SCHEDULER, organisationsWithDue);
      for (const organisation of organisations) await this.queue.add(organisation);
    });
  }
}
