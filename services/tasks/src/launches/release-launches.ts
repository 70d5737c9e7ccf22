import { Inject, Injectable } from '@nestjs/common';
import { Database, LOGGER, type Logger, rows, SCHEDULER, sql } from '@leakwatch/platform';
import { CrawlQueues } from './crawl-queues.ts';
import { CRAWLED_SOURCES } from '../limits/crawled-sources.ts';
import { countReleased, type WaitingLaunch } from './launch.store.ts';
import { takeWaiting } from './take-waiting.ts';

/** Launches of a source in the queue or being worked on at the same time: small, so that organisations can take turns. */
export const RELEASE_WINDOW = 20;
/** Of several tasks services one counts and takes at a time: two that count at once would fill the window twice. */
const RELEASE_LOCK = 727_003;

/** Hands waiting launches to the queue, a small window of them, organisations in turn. */
@Injectable()
export class ReleaseLaunches {
  constructor(
    private readonly database: Database,
    private readonly queues: CrawlQueues,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** A launch whose job cannot be added stays released without one; the reconciler adds it. */
  async run(): Promise<number> {
    const launches = await this.database.inScope(SCHEDULER, async (em) => {
      await rows(em, sql`select pg_advisory_xact_lock(${RELEASE_LOCK})`);
      const taken: WaitingLaunch[] = [];
      for (const source of CRAWLED_SOURCES) {
        const room = RELEASE_WINDOW - (await countReleased(em, source));
        if (room > 0) taken.push(...(await takeWaiting(em, source, room)));
      }
      return taken;
    });
    for (const launch of launches) await this.queues.add(launch);
    return launches.length;
  }

  /** Does not wait for the next tick; a failure is left to it. */
  soon(): void {
    this.run().catch((error: unknown) => this.logger.warn({ error: String(error) }, 'release failed'));
  }
}
