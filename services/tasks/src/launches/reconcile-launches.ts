import { Injectable } from '@nestjs/common';
import { Database, SCHEDULER } from '@leakwatch/platform';
import { CrawlQueues } from './crawl-queues.ts';
import { silentLaunches } from './launch.store.ts';

/** A launch is reported when a worker takes it. After this silence the queue is asked whether it still has the launch. */
export const SILENCE_SECONDS = 15;
/** Then it is reported at least every minute. */
const REPORTED_SILENCE_SECONDS = 180;

/** Queues unfinished launches again whose job Redis lost or whose worker died. PostgreSQL says what is unfinished. */
@Injectable()
export class ReconcileLaunches {
  constructor(
    private readonly database: Database,
    private readonly queues: CrawlQueues,
  ) {}

  /** Returns how many launches were queued again. */
  async run(silenceSeconds = SILENCE_SECONDS, reportedSilenceSeconds = REPORTED_SILENCE_SECONDS): Promise<number> {
    const silent = await this.database.inScope(SCHEDULER, (em) => silentLaunches(em, silenceSeconds, reportedSilenceSeconds));
    let queued = 0;
    for (const launch of silent) {
      if (await this.queues.holds(launch)) continue;
      await this.queues.add(launch);
      queued += 1;
    }
    return queued;
  }
}
