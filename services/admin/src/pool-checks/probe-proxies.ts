import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database, LOGGER, type Logger, Schedule, SCHEDULER } from '@leakwatch/platform';
import { addChecks, proxiesToProbe, waitingChecks } from './pool-check.store.ts';
import { PoolCheckQueue } from './pool-check-queue.ts';

const ROUND_MS = 30_000;
/** Checks that wait at once, those of staff among them: a crawler does them in less than a round. */
const WAITING_MAX = 100;

/**
 * Lets crawlers try proxies that were not used for a time, so that a dead one is found before a crawl needs it, and one that works again is used
 * again (docs/decisions/0121-proxies-on-a-schedule.md).
 */
@Injectable()
export class ProbeProxies extends Schedule {
  constructor(
    private readonly database: Database,
    private readonly queue: PoolCheckQueue,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger);
  }

  @Interval(ROUND_MS)
  tick(): Promise<void> {
    return this.once(() => this.run());
  }

  /** Returns the proxies that crawlers were asked to try. */
  async run(): Promise<readonly string[]> {
    const asked = await this.database.inScope(SCHEDULER, async (em) => {
      const room = WAITING_MAX - (await waitingChecks(em));
      return room <= 0 ? [] : addChecks(em, 'proxy', await proxiesToProbe(em, room));
    });
    // After the commit: a crawler that takes the job sees the row.
    for (const { id } of asked) await this.queue.add(id);
    return asked.map(({ of }) => of);
  }
}
