import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { CONSUMER, Database, LOGGER, type Logger, Schedule } from '@leakwatch/platform';
import { addUpCounts } from './event-count.store.ts';

/** Readers add the changes that wait to the counts, so that the pause decides only how many rows they read. */
const PAUSE_MS = 5_000;
/** Changes of one transaction: an intake of 500 findings writes between ten and 2,500. */
const PAGE = 20_000;

/** Adds the changes of counts up, page by page, until none waits. */
@Injectable()
export class CountSchedule extends Schedule {
  constructor(
    private readonly database: Database,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger);
  }

  @Interval(PAUSE_MS)
  tick(): Promise<void> {
    return this.once(() => this.run());
  }

  async run(page = PAGE): Promise<void> {
    while ((await this.database.inScope(CONSUMER, (em) => addUpCounts(em, page))) === page);
  }
}
