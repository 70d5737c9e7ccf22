import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database, databaseNow, LIVE, type LiveNotifier, LOGGER, type Logger, Schedule, SCHEDULER } from '@leakwatch/platform';
import { announceNotifications } from './announce-notifications.ts';
import { addExpiryNotifications } from './technical-notification.store.ts';

/** A notice seven days ahead may be some minutes late. */
const ROUND_MS = 600_000;

/** Notifies organisations whose service ends soon. Several processes may run it: a unique index allows one notification for each end. */
@Injectable()
export class NotifyOfExpiry extends Schedule implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    @Inject(LIVE) private readonly live: LiveNotifier,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger);
  }

  onApplicationBootstrap() {
    void this.tick();
  }

  @Interval(ROUND_MS)
  tick(): Promise<void> {
    return this.once(() => this.run());
  }

  async run(at?: Date): Promise<void> {
    const notified = await this.database.inScope(SCHEDULER, async (em) => addExpiryNotifications(em, at ?? (await databaseNow(em))));
    announceNotifications(this.live, notified);
  }
}
