import { Inject, Injectable } from '@nestjs/common';
import { Database, LOGGER, type Logger, SCHEDULER } from '@leakwatch/platform';
import { cancellingLaunches, closeCancelled, closeSilentCancelled } from './cancel-launches.store.ts';
import { CrawlQueues } from './crawl-queues.ts';
import type { QueuedLaunch } from './launch.store.ts';
import { SILENCE_SECONDS } from './reconcile-launches.ts';

/** Removes cancelled launches from the queue, and closes those that no worker runs. */
@Injectable()
export class WithdrawLaunches {
  constructor(
    private readonly database: Database,
    private readonly queues: CrawlQueues,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Handles all that are being cancelled. While Redis is away a launch is closed once it has been silent for a while. */
  async run(silenceSeconds = SILENCE_SECONDS): Promise<void> {
    const cancelling = await this.database.inScope(SCHEDULER, async (em) => {
      await closeSilentCancelled(em, silenceSeconds);
      return cancellingLaunches(em);
    });
    await this.withdraw(cancelling);
  }

  /** The caller does not wait. A failure is logged, and the next tick of the schedule tries again. */
  inBackground(launches: readonly Pick<QueuedLaunch, 'id' | 'source_type'>[]): void {
    this.withdraw(launches).catch((error: unknown) => this.logger.warn({ error: String(error) }, 'launches not withdrawn'));
  }

  private async withdraw(launches: readonly Pick<QueuedLaunch, 'id' | 'source_type'>[]): Promise<void> {
    const free: string[] = [];
    for (const launch of launches) if (await this.queues.withdraw(launch)) free.push(launch.id);
    if (free.length > 0) await this.database.inScope(SCHEDULER, (em) => closeCancelled(em, free));
  }
}
