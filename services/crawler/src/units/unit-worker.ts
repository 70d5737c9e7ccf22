import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Database, LOGGER, type Logger, SCHEDULER, SETTINGS } from '@leakwatch/platform';
import type { CrawlerSettings } from '../settings.ts';
import { FRESH_SECONDS } from './freshness.ts';
import { RunStep } from './run-step.ts';
import { Turns } from './turns.ts';
import { LEASE_SECONDS, LeaseLost, type LeasedUnit, releaseUnit, renewLease } from './unit.store.ts';
import { UNIT_SOURCES, type UnitSource } from '../sources/unit-source.port.ts';

/** Pause after no unit was due. A launch waits at most so long for a free worker. */
const IDLE_MS = 1_000;
/** Pause after the database failed. */
const FAILED_MS = 5_000;

/** What a worker waits by. */
export interface WorkerClock {
  /** Milliseconds. */
  readonly now: () => number;
  /** Ends early, without an error, when the signal is aborted. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

const MACHINE_CLOCK: WorkerClock = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }).catch(() => undefined),
};

/** Leases the units of each source that are due, and runs a step of each; some at once. */
@Injectable()
export class UnitWorker implements OnApplicationBootstrap, OnModuleDestroy {
  /** Benchmarks give a virtual one. */
  clock: WorkerClock = MACHINE_CLOCK;
  /** Steps under way, until their units are released. */
  steps = 0;
  private readonly stopping = new AbortController();
  private loops: readonly Promise<void>[] = [];

  constructor(
    private readonly database: Database,
    @Inject(RunStep) private readonly step: Pick<RunStep, 'run'>,
    @Inject(UNIT_SOURCES) private readonly sources: readonly UnitSource[],
    @Inject(SETTINGS) private readonly settings: Pick<CrawlerSettings, 'CRAWLER_UNITS'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap() {
    this.loops = this.sources.map((source) => this.work(source));
  }

  async onModuleDestroy() {
    this.stopping.abort(new Error('the crawler stops'));
    await Promise.all(this.loops);
  }

  private async work(source: UnitSource): Promise<void> {
    const running = new Set<Promise<void>>();
    /** By credential scope, until when its accounts are used up. */
    const closed = new Map<string, number>();
    /** By unit, until when it is left to other workers. */
    const left = new Map<string, number>();
    const turns = new Turns(this.database, source, () => this.clock.now());
    const { signal } = this.stopping;
    while (!signal.aborted) {
      if (running.size >= this.settings.CRAWLER_UNITS) {
        await Promise.race(running);
        continue;
      }
      let pause = IDLE_MS;
      try {
        const unit = await this.lease(turns, closed, left);
        if (unit !== undefined) {
          this.steps += 1;
          const run = this.run(source, unit, closed, left).finally(() => {
            running.delete(run);
            this.steps -= 1;
          });
          running.add(run);
          continue;
        }
      } catch (error) {
        this.logger.warn({ source: source.kind, error: String(error) }, 'no unit could be leased');
        pause = FAILED_MS;
      }
      // A step that ends may have made another unit due.
      const woken = new AbortController();
      await Promise.race([this.clock.sleep(pause, AbortSignal.any([signal, woken.signal])), ...running]);
      woken.abort();
    }
    await Promise.all(running);
  }

  private lease(turns: Turns, closed: Map<string, number>, left: Map<string, number>): Promise<LeasedUnit | undefined> {
    for (const waits of [closed, left]) for (const [key, until] of waits) if (until <= this.clock.now()) waits.delete(key);
    return turns.lease([...closed.keys()], [...left.keys()]);
  }

  /** Never throws. */
  private async run(source: UnitSource, unit: LeasedUnit, closed: Map<string, number>, left: Map<string, number>): Promise<void> {
    const lost = new AbortController();
    const renewing = setInterval(
      () => {
        this.database
          .inScope(SCHEDULER, (em) => renewLease(em, unit))
          .then((held) => held || lost.abort(new LeaseLost()))
          // The lease is not lost because the database is away for a moment; later writes check the epoch.
          .catch(() => undefined);
      },
      (LEASE_SECONDS * 1_000) / 3,
    );
    try {
      const signal = AbortSignal.any([this.stopping.signal, lost.signal]);
      const end = await this.step.run(source, unit, FRESH_SECONDS[source.kind], signal);
      if (end.closedSeconds !== undefined) closed.set(unit.organisation ?? '', this.clock.now() + end.closedSeconds * 1_000);
      if (end.leftSeconds !== undefined) left.set(unit.id, this.clock.now() + end.leftSeconds * 1_000);
    } catch (error) {
      if (!this.stopping.signal.aborted) this.logger.warn({ unit: unit.id, source: source.kind, error: String(error) }, 'a step ended');
    } finally {
      clearInterval(renewing);
      await this.database.inScope(SCHEDULER, (em) => releaseUnit(em, unit)).catch(() => undefined);
    }
  }
}
