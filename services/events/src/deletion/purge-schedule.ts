import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { LOGGER, type Logger, Schedule } from '@leakwatch/platform';
import { PurgeDeletedEvents } from './purge-deleted-events.ts';

/** Often enough for a service that is restarted daily; without work a run costs one index look-up. */
const PURGE_MS = 600_000;

@Injectable()
export class PurgeSchedule extends Schedule {
  constructor(
    private readonly purge: PurgeDeletedEvents,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger);
  }

  @Interval(PURGE_MS)
  tick(): Promise<void> {
    return this.once(async () => {
      const events = await this.purge.run();
      if (events > 0) this.logger.info({ events }, 'events of deleted tasks were purged');
    });
  }
}
