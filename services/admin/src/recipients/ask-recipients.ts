import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database, LOGGER, type Logger, SCHEDULER, Schedule } from '@leakwatch/platform';
import { claimRecipientToAsk, queueConfirmation } from './queue-confirmation.store.ts';

const TICK_MS = 2_000;
/** One round asks so many, each in a transaction of its own. */
const ROUND = 100;

/** Asks new recipients to confirm, within the limits of the day. */
@Injectable()
export class AskRecipients extends Schedule {
  constructor(
    private readonly database: Database,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger);
  }

  @Interval(TICK_MS)
  tick(): Promise<void> {
    return this.once(async () => {
      for (let asked = 0; asked < ROUND && (await this.next()); asked += 1);
    });
  }

  /** False when none is due. */
  private next(): Promise<boolean> {
    return this.database.inScope(SCHEDULER, async (em) => {
      const recipient = await claimRecipientToAsk(em);
      if (recipient === undefined) return false;
      await queueConfirmation(em, recipient);
      return true;
    });
  }
}
