import { Inject, Injectable } from '@nestjs/common';
import type { AnswerOf, startSession } from '@leakwatch/contracts';
import { type Bus, BUS, type Caller, Conflict, Database, LIVE, type LiveNotifier, NotFound, scopeOf } from '@leakwatch/platform';
import { ReleaseLaunches } from '../launches/release-launches.ts';
import { organisationOf } from '../limits/check-start.ts';
import { beginTask } from '../search-tasks/begin-task.ts';
import { lockTasks } from '../search-tasks/task.store.ts';
import { tellOfTasks } from '../search-tasks/tell-of-tasks.ts';
import { companyOf } from './company-of.ts';
import { currentSession } from './session.store.ts';

/** Starts tasks as one session: all of them or none. Tasks that run already stay as they are. */
@Injectable()
export class StartSession {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LIVE) private readonly live: LiveNotifier,
    private readonly release: ReleaseLaunches,
  ) {}

  async run(company: string, taskIds: readonly string[], caller: Caller, now = new Date()): Promise<AnswerOf<typeof startSession>> {
    const organisationId = companyOf(caller, company);
    const ids = [...new Set(taskIds)];
    const answer = await this.database.inScope(scopeOf(caller), async (em) => {
      const organisation = await organisationOf(em, organisationId);
      if (organisation.tariff_type !== 'count_launch') throw new Conflict('session_not_in_tariff');
      const tasks = await lockTasks(em, organisationId, ids);
      if (tasks.length !== ids.length) throw new NotFound();
      let used = false;
      const stopped = tasks.filter((task) => !task.running);
      for (const task of stopped) used = (await beginTask(em, this.bus, task, { user: caller.account, trigger: 'start', now })) || used;
      const session = await currentSession(em, organisationId);
      if (session === undefined) throw new Conflict('session_missing');
      return { started: stopped.length, launch_used: used, end_time: session.end_time.toISOString() };
    });
    tellOfTasks(this.live, [organisationId]);
    this.release.soon();
    return answer;
  }
}
