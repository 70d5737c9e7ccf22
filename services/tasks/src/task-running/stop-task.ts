import { Inject, Injectable } from '@nestjs/common';
import { type Bus, BUS, type Caller, Conflict, Database, databaseNow, LIVE, type LiveNotifier, scopeOf } from '@leakwatch/platform';
import { WithdrawLaunches } from '../launches/withdraw-launches.ts';
import { currentLaunchSession, isTimingOut } from '../launch-sessions/launch-session.store.ts';
import { announceTasks } from '../search-tasks/announce-task.ts';
import { requireTask } from '../search-tasks/require-task.ts';
import { stopLockedTask } from './stop-locked-task.ts';

/**
 * Stops a task: waiting launches are cancelled, a running one ends at its next step. While the launch session times out,
 * the schedule stops its tasks and a person gets Conflict `session_timeout`.
 */
@Injectable()
export class StopTask {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LIVE) private readonly live: LiveNotifier,
    private readonly withdraw: WithdrawLaunches,
  ) {}

  async run(id: string, caller: Caller, at?: Date): Promise<void> {
    const changed = await this.database.inScope(scopeOf(caller), async (em) => {
      const task = await requireTask(em, id, caller);
      if (!task.running) return undefined;
      if (isTimingOut(await currentLaunchSession(em, task.organisation_id), at ?? (await databaseNow(em))))
        throw new Conflict('session_timeout');
      return { organisation: task.organisation_id, launches: await stopLockedTask(em, this.bus, task, caller.account) };
    });
    if (changed === undefined) return;
    announceTasks(this.live, [changed.organisation]);
    this.withdraw.inBackground(changed.launches);
  }
}
