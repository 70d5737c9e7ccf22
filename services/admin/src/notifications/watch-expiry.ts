import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Database, LIVE, type LiveNotifier, LOGGER, type Logger, SCHEDULER } from '@leakwatch/platform';
import { pruneDeleted, tellOfExpiry } from './notification.store.ts';
import { tellOfNotifications } from './tell-of-notifications.ts';

/** A notice of seven days may be some minutes late. */
const LOOK_MS = 600_000;

/** Tells organisations that their end comes near. Several processes may look: an end is told once, by a unique index. */
@Injectable()
export class WatchExpiry implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    @Inject(LIVE) private readonly live: LiveNotifier,
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
      return tellOfExpiry(em, now);
    });
    tellOfNotifications(this.live, told);
  }

  private look(): void {
    this.running = this.run().catch((error: unknown) => this.logger.warn({ error: String(error) }, 'ends not looked at'));
  }
}
