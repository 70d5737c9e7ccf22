import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { LOGGER, type Logger, Schedule } from '@leakwatch/platform';
import { DigestLeader } from './digest-leader.ts';
import { DeliverToTelegram } from './deliver-to-telegram.ts';
import { MakeDigests } from './make-digests.ts';
import { SendMails } from './send-mails.ts';

const TICK_MS = 5_000;

/** The leader makes and sends digests. */
@Injectable()
export class DigestSchedule extends Schedule {
  constructor(
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
    });
  }
}
