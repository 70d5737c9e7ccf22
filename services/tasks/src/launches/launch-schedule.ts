import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database, LOGGER, type Logger, row, SCHEDULER, sql } from '@leakwatch/platform';
import { addDueLaunches } from './launch.store.ts';
import { ReconcileLaunches } from './reconcile-launches.ts';
import { ReleaseLaunches } from './release-launches.ts';

const TICK_MS = 2_000;
/** Held for the length of one tick's statements: of several tasks services one adds the due launches. */
const SCHEDULER_LOCK = 727_002;

/** Adds launches that are due, releases what waits, reconciles with the queue. */
@Injectable()
export class LaunchSchedule {
  private busy = false;

  constructor(
    private readonly database: Database,
    private readonly release: ReleaseLaunches,
    private readonly reconcile: ReconcileLaunches,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Interval(TICK_MS)
  async tick() {
    if (this.busy) return;
    this.busy = true;
    try {
      await this.database.inScope(SCHEDULER, async (em) => {
        const lock = await row(em, sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${SCHEDULER_LOCK}) as held`);
        if (lock?.held === true) await addDueLaunches(em);
      });
      await this.release.run();
      await this.reconcile.run();
    } catch (error) {
      this.logger.warn({ error: String(error) }, 'schedule tick failed');
    } finally {
      this.busy = false;
    }
  }
}
