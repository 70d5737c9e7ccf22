import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { CONSUMER, Database, LOGGER, type Logger, Schedule } from '@leakwatch/platform';
import { lockLinking } from './link-texts.store.ts';
import { removeUnusedTexts } from './sweep-texts.store.ts';

/** A deletion of events takes effect within this time. */
const SWEEP_MS = 60_000;
/** Texts of one transaction: the intake of one of them waits for it. */
const BATCH = 200;

/** Deletes texts to which no event refers any more. */
@Injectable()
export class SweepTexts extends Schedule {
  constructor(
    private readonly database: Database,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger);
  }

  @Interval(SWEEP_MS)
  tick(): Promise<void> {
    return this.once(() => this.run());
  }

  /** As a consumer: events of deleted tasks, which other scopes do not see, may be restored and keep their text. */
  async run(): Promise<void> {
    // Not while texts are linked: a link to a text that is deleted at the same time would stay.
    const sweep = () => this.database.inScope(CONSUMER, async (em) => ((await lockLinking(em)) ? removeUnusedTexts(em, BATCH) : 0));
    while ((await sweep()) === BATCH);
  }
}
