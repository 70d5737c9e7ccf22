import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { CONSUMER, Database, LOGGER, type Logger, Schedule } from '@leakwatch/platform';
import { indexWaiting } from './index-texts.store.ts';

/** Events that wait are found, too, by reading their texts: the pause decides only how many a search reads. */
const PAUSE_MS = 1_000;
/** Events of one transaction, about a tenth of a second: a change of their status waits for it. */
const PAGE = 100;
/** Pages of one round: a process that is stopped waits for its round. */
const PAGES = 20;
/** Rests after each page, in lengths of the page: the intake comes first. */
const REST = 2;

/** Brings the texts of new events into the index of their parts, page by page; after an upgrade those of all events. */
@Injectable()
export class IndexTexts extends Schedule {
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

  /** One round. Returns how many events it indexed. */
  async run(page = PAGE, pages = PAGES, rest = REST): Promise<number> {
    let indexed = 0;
    for (let left = pages; left > 0; left -= 1) {
      const begun = performance.now();
      const done = await this.database.inScope(CONSUMER, (em) => indexWaiting(em, page));
      indexed += done.indexed;
      // The next page would be the same one where other transactions hold all of its events.
      if (done.seen < page || done.indexed + done.deleted === 0) break;
      await setTimeout((performance.now() - begun) * rest);
    }
    return indexed;
  }
}
