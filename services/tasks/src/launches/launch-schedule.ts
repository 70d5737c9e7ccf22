import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database, LOGGER, type Logger, row, SCHEDULER, Schedule, sql } from '@leakwatch/platform';
import { EndWhatIsOver } from '../sessions/end-what-is-over.ts';
import { addDueLaunches } from './launch.store.ts';
import { LaunchLeader } from './launch-leader.ts';
import { ReconcileLaunches } from './reconcile-launches.ts';
import { ReleaseLaunches } from './release-launches.ts';
import { WithdrawLaunches } from './withdraw-launches.ts';

const TICK_MS = 2_000;
/** Held for the length of one statement: of several tasks services one adds the due launches. */
const SCHEDULER_LOCK = 727_002;

/** Ends what is over, adds launches that are due, releases what waits, reconciles with the queue. */
@Injectable()
export class LaunchSchedule extends Schedule {
  constructor(
    private readonly database: Database,
    private readonly leader: LaunchLeader,
    private readonly end: EndWhatIsOver,
    private readonly release: ReleaseLaunches,
    private readonly reconcile: ReconcileLaunches,
    private readonly withdraw: WithdrawLaunches,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger);
  }

  @Interval(TICK_MS)
  tick(): Promise<void> {
    return this.once(async () => {
      const leads = await this.leads();
      // One after another, each by itself: without Redis sessions end all the same.
      if (leads) await this.step('end', () => this.end.run());
      if (leads) await this.step('add', () => this.add());
      // Whoever leads: a window that is free is filled by who sees it first.
      await this.step('release', () => this.release.run());
      if (leads) await this.step('reconcile', () => this.reconcile.run());
      if (leads) await this.step('withdraw', () => this.withdraw.run());
    });
  }

  private async leads(): Promise<boolean> {
    try {
      return await this.leader.leads();
    } catch (error) {
      this.logger.warn({ error: String(error) }, 'the schedule has no database');
      return false;
    }
  }

  /** Under a lock of its own: a leader that was slow may still be at it when another has followed. */
  private add(): Promise<void> {
    return this.database.inScope(SCHEDULER, async (em) => {
      const lock = await row(em, sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${SCHEDULER_LOCK}) as held`);
      if (lock?.held === true) await addDueLaunches(em);
    });
  }
}
