import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Database, LIVE, type LiveTeller, LOGGER, type Logger, SCHEDULER } from '@leakwatch/platform';
import { pruneDeleted, addExpiryNotifications } from './technical-notification.store.ts';
import { announceNotifications } from './announce-notifications.ts';

/** A notice of seven days may be some minutes late. */
const LOOK_MS = 600_000;

/** Tells organisations that their end comes near. Several processes may look: an end is told once, by a unique index. */
@Injectable()
export class NotifyOfExpiry implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    @Inject(LIVE) private readonly live: LiveTeller,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap() {
    this.look();
    this.timer = setInterval(() => this.look(), LOOK_MS);
  }

  async beforeApplicationShutdown() {
    clearInterval(this.timer);
    await this.running;
  }

  async run(now = new Date()): Promise<void> {
    const told = await this.database.inScope(SCHEDULER, async (em) => {
      await pruneDeleted(em);
      return addExpiryNotifications(em, now);
    });
    announceNotifications(this.live, told);
  }

  private look(): void {
    this.running = this.run().catch((error: unknown) => this.logger.warn({ error: String(error) }, 'ends not looked at'));
  }
}
