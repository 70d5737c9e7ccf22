import { Injectable } from '@nestjs/common';
import { Database, SCHEDULER } from '@leakwatch/platform';
import { CrawlQueues } from './crawl-queues.ts';
import { quietLaunches } from './launch.store.ts';

/** A worker reports at least every few seconds; after this silence the queue is asked whether it has the launch. */
export const QUIET_SECONDS = 15;

/** PostgreSQL says what is unfinished: jobs that Redis lost, or whose worker died for good, are made again. */
@Injectable()
export class ReconcileLaunches {
  constructor(
    private readonly database: Database,
    private readonly queues: CrawlQueues,
  ) {}

  /** Returns how many jobs were made again. */
  async run(quietSeconds = QUIET_SECONDS): Promise<number> {
    const quiet = await this.database.inScope(SCHEDULER, (em) => quietLaunches(em, quietSeconds));
    let made = 0;
    for (const launch of quiet) {
      if (await this.queues.holds(launch)) continue;
      await this.queues.add(launch);
      made += 1;
    }
    return made;
  }
}
