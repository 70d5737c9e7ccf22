import { Inject, Injectable } from '@nestjs/common';
import {
  type Bus,
  BUS,
  type Caller,
  Conflict,
  Database,
  LIVE,
  type LiveNotifier,
  noteOrganisations,
  NotFound,
  scopeOf,
} from '@leakwatch/platform';
import { sessionAt } from '@leakwatch/rules';
import { WithdrawLaunches } from '../launches/withdraw-launches.ts';
import { currentSession } from '../sessions/session.store.ts';
import { haltTask } from './halt-task.ts';
import { lockTask } from './task.store.ts';
import { tellOfTasks } from './tell-of-tasks.ts';

/** Stops a task: what waits is gone, what runs ends at its next step. During a session's time-out the system stops. */
@Injectable()
export class StopTask {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LIVE) private readonly live: LiveNotifier,
    private readonly withdraw: WithdrawLaunches,
  ) {}

  async run(id: string, caller: Caller, now = Date.now()): Promise<void> {
    const changed = await this.database.inScope(scopeOf(caller), async (em) => {
      const task = await lockTask(em, id);
      if (task === undefined) throw new NotFound();
      noteOrganisations(caller, [task.organisation_id]);
      if (!task.running) return undefined;
      const session = await currentSession(em, task.organisation_id);
      if (session !== undefined && sessionAt({ state: session.state, endTime: session.end_time.getTime() }, now) === 'timing_out')
        throw new Conflict('session_timeout');
      return { organisation: task.organisation_id, launches: await haltTask(em, this.bus, task, caller.account) };
    });
    if (changed === undefined) return;
    tellOfTasks(this.live, [changed.organisation]);
    this.withdraw.soon(changed.launches);
  }
}
