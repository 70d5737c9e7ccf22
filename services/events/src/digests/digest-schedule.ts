import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Database, LOGGER, type Logger, SCHEDULER } from '@leakwatch/platform';
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
export class DigestSchedule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly leader: DigestLeader,
    private readonly make: MakeDigests,
    private readonly send: SendDigests,
    private readonly hand: HandDigests,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap() {
    this.timer = setInterval(() => {
      this.running ??= this.tick().finally(() => {
        this.running = undefined;
      });
    }, TICK_MS);
  }

  async beforeApplicationShutdown() {
    clearInterval(this.timer);
    await this.running;
  }

  private async tick(): Promise<void> {
    try {
      if (!(await this.leader.leads())) return;
      await this.make.run();
      // Side by side: a mail server that is slow keeps no chat waiting.
      await Promise.all([this.send.run(), this.hand.run()]);
      await this.database.inScope(SCHEDULER, async (em) => {
        await pruneDigests(em, 'digest_mail', KEPT_DAYS);
        await pruneDigests(em, 'digest_telegram', KEPT_DAYS);
      });
    } catch (error) {
      this.logger.warn({ error: String(error) }, 'digests not sent');
    }
  }
}
