import { Inject, Injectable } from '@nestjs/common';
import { Database, LOGGER, type Logger, SCHEDULER } from '@leakwatch/platform';
import { SOURCE_TYPES, type SourceType } from '@leakwatch/vocabulary';
import { claimLaunches, countReleased, lockRelease } from './claim-launches.store.ts';
import { CrawlQueues } from './crawl-queues.ts';
import type { QueuedLaunch } from './launch.store.ts';

/**
 * Launches of a source that are open at the same time. They cost a worker nothing: the crawler reads what they need in units, in which
 * organisations take turns. The bound keeps what the crawler reports of them small.
 */
const RELEASE_WINDOW = 5_000;
/** The same over repositories, for whose readings organisations take turns as well: each lease of one looks at every task with an open launch. */
const GIT_WINDOW = 500;

const windowOf = (source: SourceType): number => (source === 'git_repo' ? GIT_WINDOW : RELEASE_WINDOW);

/** Moves waiting launches to the queue, up to the window of each source, organisations in turn. */
@Injectable()
export class ReleaseLaunches {
  constructor(
    private readonly database: Database,
    private readonly queues: CrawlQueues,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns how many were released. A launch whose job cannot be queued stays released, and ReconcileLaunches queues it. */
  async run(window = windowOf): Promise<number> {
    const launches = await this.database.inScope(SCHEDULER, async (em) => {
      await lockRelease(em);
      const claimed: QueuedLaunch[] = [];
      for (const source of SOURCE_TYPES) {
        const room = window(source) - (await countReleased(em, source));
        if (room > 0) claimed.push(...(await claimLaunches(em, source, room)));
      }
      return claimed;
    });
    for (const launch of launches) await this.queues.add(launch);
    return launches.length;
  }

  /** The caller does not wait. A failure is logged, and the next tick of the schedule tries again. */
  inBackground(): void {
    this.run().catch((error: unknown) => this.logger.warn({ error: String(error) }, 'release failed'));
  }
}
