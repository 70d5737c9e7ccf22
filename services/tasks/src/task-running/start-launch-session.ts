import { Inject, Injectable } from '@nestjs/common';
import type { AnswerOf, startSession } from '@leakwatch/contracts';
import {
  type Bus,
  BUS,
  type Caller,
  Conflict,
  Database,
  databaseNow,
  LIVE,
  type LiveNotifier,
  NotFound,
  scopeOf,
} from '@leakwatch/platform';
import { ReleaseLaunches } from '../launches/release-launches.ts';
import { currentLaunchSession } from '../launch-sessions/launch-session.store.ts';
import { requireOrganisation } from '../organisations/organisation.store.ts';
import { announceTasks } from '../search-tasks/announce-task.ts';
import { lockTasks } from '../search-tasks/task.store.ts';
import { startLockedTask } from './start-locked-task.ts';

/** Starts tasks in one launch session: all of them or none. Tasks that are running already stay unchanged. */
@Injectable()
export class StartLaunchSession {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LIVE) private readonly live: LiveNotifier,
    private readonly release: ReleaseLaunches,
  ) {}

  async run(organisationId: string, taskIds: readonly string[], caller: Caller, at?: Date): Promise<AnswerOf<typeof startSession>> {
    const ids = [...new Set(taskIds)];
    const answer = await this.database.inScope(scopeOf(caller), async (em) => {
      const organisation = await requireOrganisation(em, organisationId);
      if (organisation.tariff_type !== 'count_launch') throw new Conflict('session_not_in_tariff');
      const tasks = await lockTasks(em, organisationId, ids);
      if (tasks.length !== ids.length) throw new NotFound();
      let used = false;
      const now = at ?? (await databaseNow(em));
      const stopped = tasks.filter((task) => !task.running);
      for (const task of stopped)
        used = (await startLockedTask(em, this.bus, task, { user: caller.account, trigger: 'start', now })) || used;
      const session = await currentLaunchSession(em, organisationId);
      if (session === null) throw new Conflict('session_missing');
      return { started: stopped.length, launch_used: used, end_time: session.end_time.toISOString() };
    });
    announceTasks(this.live, [organisationId]);
    this.release.inBackground();
    return answer;
  }
}
