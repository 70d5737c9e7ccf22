import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database, LOGGER, type Logger, SCHEDULER, Schedule } from '@leakwatch/platform';
import { StopExpiredTasks } from '../task-running/stop-expired-tasks.ts';
import { addDueLaunchesOnce } from '../launches/launch.store.ts';
import { LaunchLeader } from './launch-leader.ts';
import { ReconcileLaunches } from '../launches/reconcile-launches.ts';
import { ReleaseLaunches } from '../launches/release-launches.ts';
import { WithdrawLaunches } from '../launches/withdraw-launches.ts';

const TICK_MS = 2_000;
/** Every TICK_MS: stops expired tasks, adds due launches, releases waiting ones, reconciles the queue, withdraws cancelled launches. */
@Injectable()
export class LaunchSchedule extends Schedule {
  constructor(
    private readonly database: Database,
    private readonly leader: LaunchLeader,
    private readonly expire: StopExpiredTasks,
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
      // Each step catches its own failure: launch sessions end even while Redis is away.
      if (leads) await this.step('expire', () => this.expire.run());
      if (leads) await this.step('add', () => this.add());
      // Every service releases, the leader or not: the first one to see room fills it.
      await this.step('release', () => this.release.run());
      if (leads) await this.step('reconcile', () => this.reconcile.run());
      if (leads) await this.step('withdraw', () => this.withdraw.run());
    });
  }

  private async leads(): Promise<boolean> {
    try {
      return await this.leader.leads();
    } catch (error) {
      this.logger.warn({ error: String(error) }, 'the schedule cannot reach its database');
      return false;
    }
  }

  private async add(): Promise<void> {
    await this.database.inScope(SCHEDULER, (em) => addDueLaunchesOnce(em));
  }
}
