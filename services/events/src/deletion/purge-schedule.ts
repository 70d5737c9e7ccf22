import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { LOGGER, type Logger } from '@leakwatch/platform';
import { PurgeDeletedEvents } from './purge-deleted-events.ts';

/** Often enough that a service which is restarted daily still gets to it; a look at nothing costs one index. */
const PURGE_MS = 600_000;

@Injectable()
export class PurgeSchedule {
  private busy = false;

  constructor(
    private readonly purge: PurgeDeletedEvents,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Interval(PURGE_MS)
  async tick() {
    if (this.busy) return;
    this.busy = true;
    try {
      const events = await this.purge.run();
      if (events > 0) this.logger.info({ events }, 'events of deleted tasks were purged');
    } catch (error) {
      this.logger.warn({ error: String(error) }, 'the purge failed; it is tried again');
    } finally {
      this.busy = false;
    }
  }
}
