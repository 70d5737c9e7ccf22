import { Inject, Injectable } from '@nestjs/common';
import type { AnswerOf, stopSession } from '@leakwatch/contracts';
import { type Bus, BUS, type Caller, Conflict, Database, databaseNow, LIVE, type LiveNotifier, scopeOf } from '@leakwatch/platform';
import { writeTaskChange } from '../history/task-change.store.ts';
import type { QueuedLaunch } from '../launches/launch.store.ts';
import { WithdrawLaunches } from '../launches/withdraw-launches.ts';
import { currentLaunchSession, isTimingOut, setLaunchSessionState } from '../launch-sessions/launch-session.store.ts';
import { requireOrganisation } from '../organisations/organisation.store.ts';
import { announceTasks } from '../search-tasks/announce-task.ts';
import { lockRunningTasks } from '../search-tasks/task.store.ts';
import { stopLockedTask } from './stop-locked-task.ts';

/** Stops all tasks of the launch session and ends it. The launch stays used up. */
@Injectable()
export class StopLaunchSession {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LIVE) private readonly live: LiveNotifier,
    private readonly withdraw: WithdrawLaunches,
  ) {}

  async run(organisationId: string, caller: Caller, at?: Date): Promise<AnswerOf<typeof stopSession>> {
    const { launches, stopped } = await this.database.inScope(scopeOf(caller), async (em) => {
      await requireOrganisation(em, organisationId);
      const session = await currentLaunchSession(em, organisationId);
      if (session === null) throw new Conflict('session_missing');
      const now = at ?? (await databaseNow(em));
      if (isTimingOut(session, now)) throw new Conflict('session_timeout');
      const tasks = await lockRunningTasks(em, organisationId);
      const released: QueuedLaunch[] = [];
      for (const task of tasks) released.push(...(await stopLockedTask(em, this.bus, task, caller.account)));
      await setLaunchSessionState(em, session, 'over', now);
      await writeTaskChange(em, { organisationId, taskId: null, sessionId: session.id, user: caller.account, action: 'session_stop' });
      return { launches: released, stopped: tasks.length };
    });
    announceTasks(this.live, [organisationId]);
    this.withdraw.inBackground(launches);
    return { message: 'session_stopped', stopped };
  }
}
