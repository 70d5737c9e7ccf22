import { Inject, Injectable } from '@nestjs/common';
import type { AnswerOf, stopSession } from '@leakwatch/contracts';
import { type Bus, BUS, type Caller, Conflict, Database, LIVE, type LiveNotifier, scopeOf } from '@leakwatch/platform';
import { sessionAt } from '@leakwatch/rules';
import { writeTaskChange } from '../history/write-task-change.ts';
import type { WaitingLaunch } from '../launches/launch.store.ts';
import { WithdrawLaunches } from '../launches/withdraw-launches.ts';
import { organisationOf } from '../limits/check-start.ts';
import { haltTask } from '../search-tasks/halt-task.ts';
import { lockRunningTasks } from '../search-tasks/task.store.ts';
import { tellOfTasks } from '../search-tasks/tell-of-tasks.ts';
import { companyOf } from './company-of.ts';
import { currentSession, setSessionState } from './session.store.ts';

/** Stops all tasks of the session and ends it; the launch stays consumed. */
@Injectable()
export class StopSession {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LIVE) private readonly live: LiveNotifier,
    private readonly withdraw: WithdrawLaunches,
  ) {}

  async run(company: string, caller: Caller, now = new Date()): Promise<AnswerOf<typeof stopSession>> {
    const organisationId = companyOf(caller, company);
    const launches: WaitingLaunch[] = [];
    const stopped = await this.database.inScope(scopeOf(caller), async (em) => {
      await organisationOf(em, organisationId);
      const session = await currentSession(em, organisationId);
      if (session === undefined) throw new Conflict('session_missing');
      if (sessionAt({ state: session.state, endTime: session.end_time.getTime() }, now.getTime()) === 'timing_out')
        throw new Conflict('session_timeout');
      const tasks = await lockRunningTasks(em, organisationId);
      for (const task of tasks) launches.push(...(await haltTask(em, this.bus, task, caller.account)));
      await setSessionState(em, session.id, 'over', now);
      await writeTaskChange(em, { organisationId, taskId: null, sessionId: session.id, user: caller.account, action: 'session_stop' });
      return tasks.length;
    });
    tellOfTasks(this.live, [organisationId]);
    this.withdraw.soon(launches);
    return { message: 'session_stopped', stopped };
  }
}
