import { Inject, Injectable } from '@nestjs/common';
import { Database, LOGGER, type Logger, rows, SCHEDULER, sql } from '@leakwatch/platform';
import { CrawlQueues } from './crawl-queues.ts';
import { closeCancelled, closeQuietCancelled, type WaitingLaunch } from './launch.store.ts';
import { QUIET_SECONDS } from './reconcile-launches.ts';

type Cancelling = Pick<WaitingLaunch, 'id' | 'source_type'>;

/** Takes stopped launches out of the queue, and closes those that no worker has. */
@Injectable()
export class WithdrawLaunches {
  constructor(
    private readonly database: Database,
    private readonly queues: CrawlQueues,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** All that are being cancelled. One that Redis cannot be asked of is closed once nothing was heard of it for a while. */
  async run(quietSeconds = QUIET_SECONDS): Promise<void> {
    const cancelling = await this.database.inScope(SCHEDULER, async (em) => {
      await closeQuietCancelled(em, quietSeconds);
      return rows(em, sql<Cancelling>`select id, source_type from tasks.launch where state = 'cancelling'`);
    });
    await this.withdraw(cancelling);
  }

  /** Does not keep the caller waiting; what fails is left to the next tick. */
  soon(launches: readonly Cancelling[]): void {
    this.withdraw(launches).catch((error: unknown) => this.logger.warn({ error: String(error) }, 'launches not withdrawn'));
  }

  private async withdraw(launches: readonly Cancelling[]): Promise<void> {
    const free: string[] = [];
    for (const launch of launches) if (await this.queues.withdraw(launch)) free.push(launch.id);
    if (free.length > 0) await this.database.inScope(SCHEDULER, (em) => closeCancelled(em, free));
  }
}
