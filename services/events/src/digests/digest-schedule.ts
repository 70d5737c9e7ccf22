import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database, LOGGER, type Logger, SCHEDULER, Schedule } from '@leakwatch/platform';
import { DigestLeader } from './digest-leader.ts';
import { pruneDigests } from './digest-outbox.store.ts';
import { HandDigests } from './hand-digests.ts';
import { MakeDigests } from './make-digests.ts';
import { SendDigests } from './send-digests.ts';

const TICK_MS = 5_000;
/** Sent ones are kept so long, to answer who was told. In days. */
const KEPT_DAYS = 30;

/** The leader makes and sends digests. */
@Injectable()
export class DigestSchedule extends Schedule {
  constructor(
    private readonly database: Database,
    private readonly leader: DigestLeader,
    private readonly make: MakeDigests,
    private readonly send: SendDigests,
    private readonly hand: HandDigests,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger);
  }

  @Interval(TICK_MS)
  tick(): Promise<void> {
    return this.once(async () => {
      if (!(await this.leader.leads())) return;
      await this.make.run();
      // Side by side: a mail server that is slow keeps no chat waiting.
      await Promise.all([this.send.run(), this.hand.run()]);
      await this.database.inScope(SCHEDULER, async (em) => {
        await pruneDigests(em, 'digest_mail', KEPT_DAYS);
        await pruneDigests(em, 'digest_telegram', KEPT_DAYS);
      });
    });
  }
}
