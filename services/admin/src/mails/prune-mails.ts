import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database, LOGGER, type Logger, SCHEDULER, Schedule } from '@leakwatch/platform';
import { MailLinks } from './mail-links.ts';
import { pruneMails } from './mail.store.ts';

const PRUNE_MS = 3_600_000;
const KEPT_DAYS = 7;

/** Deletes mails some days after they were sent, and codes of links some days after they expired. */
@Injectable()
export class PruneMails extends Schedule {
  constructor(
    private readonly database: Database,
    private readonly links: MailLinks,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger);
  }

  @Interval(PRUNE_MS)
  prune(): Promise<void> {
    return this.once(() =>
      this.database.inScope(SCHEDULER, async (em) => {
        await pruneMails(em, KEPT_DAYS);
        await this.links.prune(em, KEPT_DAYS);
      }),
    );
  }
}
