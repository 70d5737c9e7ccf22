import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database, LOGGER, type Logger, SCHEDULER, Schedule } from '@leakwatch/platform';
import { pruneMails } from './mail.store.ts';

const PRUNE_MS = 3_600_000;
const KEPT_DAYS = 7;

/** Deletes mails some days after they were sent. */
@Injectable()
export class PruneMails extends Schedule {
  constructor(
    private readonly database: Database,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger);
  }

  @Interval(PRUNE_MS)
  prune(): Promise<void> {
    return this.once(() => this.database.inScope(SCHEDULER, (em) => pruneMails(em, KEPT_DAYS)));
  }
}
