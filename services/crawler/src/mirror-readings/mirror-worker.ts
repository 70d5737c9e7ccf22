import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Database, LOGGER, type Logger, SCHEDULER, SETTINGS } from '@leakwatch/platform';
import type { CrawlerSettings } from '../settings.ts';
import { Places, type Seat } from './places.ts';
import { ReadMirror } from './read-mirror.ts';
import { type LeasedReading, leaseReading } from './reading.store.ts';

/** Remotes that one process asks for news of a task at the same time. A small server of a customer's own bears as many. */
const LOOKS_OF_TASK = 8;
/** The same of all tasks: a remote that does not answer holds up none but its own task's. Each is one git process. */
const LOOKS = 32;
/** Pause after no reading was due. A launch waits at most so long for a free worker. */
const IDLE_MS = 500;
/** Pause after the database failed. */
const FAILED_MS = 5_000;

interface Running {
  readonly task: string;
  readonly seat: Seat;
}

/**
 * Leases the readings of mirrors that launches ask for. Remotes are asked for news, many at a time; what has news is fetched and scanned
 * in one of the places of the process.
 */
@Injectable()
export class MirrorWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();
  private readonly places: Places;
  private readonly running = new Map<Promise<void>, Running>();
  private loop: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    @Inject(ReadMirror) private readonly read: Pick<ReadMirror, 'run'>,
    @Inject(SETTINGS) settings: Pick<CrawlerSettings, 'CRAWLER_CONCURRENCY'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.places = new Places(settings.CRAWLER_CONCURRENCY);
  }

  onApplicationBootstrap() {
    this.loop = this.work();
  }

  async onModuleDestroy() {
    this.stopping.abort(new Error('the crawler stops'));
    await this.loop;
    await Promise.all(this.running.keys());
  }

  private async work(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      let pause = IDLE_MS;
      try {
        if (await this.begin()) continue;
      } catch (error) {
        this.logger.warn({ error: String(error) }, 'no mirror could be leased');
        pause = FAILED_MS;
      }
      // A reading that ends may leave a place.
      const woken = new AbortController();
      const paused = sleep(pause, undefined, { signal: AbortSignal.any([signal, woken.signal]) }).catch(() => undefined);
      await Promise.race([paused, ...this.running.keys()]);
      woken.abort();
    }
  }

  /** Returns whether a reading was leased. */
  async begin(): Promise<boolean> {
    const looking = [...this.running.values()].filter(({ seat }) => !seat.isWorking);
    if (looking.length >= LOOKS) return false;
    const looks = new Map<string, number>();
    for (const { task } of looking) looks.set(task, (looks.get(task) ?? 0) + 1);
    const without = [...looks].flatMap(([task, count]) => (count >= LOOKS_OF_TASK ? [task] : []));
    const leased = await this.database.inScope(SCHEDULER, (em) => leaseReading(em, { place: this.places.isFree, without }));
    if (leased === undefined) return false;
    const seat = this.places.seat();
    // Its place is taken before another one is leased.
    if (leased.needsPlace) seat.take();
    const run = this.run(leased, seat).finally(() => this.running.delete(run));
    this.running.set(run, { task: leased.task, seat });
    return true;
  }

  /** Readings under way. */
  get underWay(): Iterable<Promise<void>> {
    return this.running.keys();
  }

  /** Never throws. */
  private async run(leased: LeasedReading, seat: Seat): Promise<void> {
    try {
      await this.read.run(leased, seat, this.stopping.signal);
    } catch (error) {
      const { mirror, task } = leased;
      if (!this.stopping.signal.aborted) this.logger.warn({ mirror, task, error: String(error) }, 'a reading ended');
    }
  }
}
