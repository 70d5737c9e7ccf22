import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database, LOGGER, type Logger, SCHEDULER, Schedule } from '@leakwatch/platform';
import { DigestLeader } from './digest-leader.ts';
import { sweepDigests } from './digest-outbox.store.ts';
import { DeliverToTelegram } from './deliver-to-telegram.ts';
import { MakeDigests } from './make-digests.ts';
import { SendMails } from './send-mails.ts';

const TICK_MS = 5_000;
/** Delivered digests are kept for so many days, to answer who was notified. */
const KEPT_DAYS = 30;

/** The leader makes and sends digests. */
@Injectable()
export class DigestSchedule extends Schedule {
  constructor(
    private readonly database: Database,
    private readonly leader: DigestLeader,
    private readonly make: MakeDigests,
    private readonly mails: SendMails,
    private readonly telegram: DeliverToTelegram,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger);
  }

  @Interval(TICK_MS)
  tick(): Promise<void> {
    return this.once(async () => {
      if (!(await this.leader.leads())) return;
      await this.make.run();
      // At the same time: a slow mail server must not delay the chats.
      await Promise.all([this.mails.run(), this.telegram.run()]);
      await this.database.inScope(SCHEDULER, async (em) => {
        await sweepDigests(em, 'digest_mail', KEPT_DAYS);
        await sweepDigests(em, 'digest_telegram', KEPT_DAYS);
      });
    });
  }
}
