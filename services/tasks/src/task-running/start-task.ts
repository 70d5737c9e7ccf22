import { Inject, Injectable } from '@nestjs/common';
import { type Bus, BUS, type Caller, Database, databaseNow, LIVE, type LiveNotifier, scopeOf } from '@leakwatch/platform';
import { ReleaseLaunches } from '../launches/release-launches.ts';
import { announceTasks } from '../search-tasks/announce-task.ts';
import { requireTask } from '../search-tasks/require-task.ts';
import { startLockedTask } from './start-locked-task.ts';

/** Starts a task within its organisation's limits. A running task stays unchanged. */
@Injectable()
export class StartTask {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LIVE) private readonly live: LiveNotifier,
    private readonly release: ReleaseLaunches,
  ) {}

  async run(id: string, caller: Caller, at?: Date): Promise<void> {
    const changed = await this.database.inScope(scopeOf(caller), async (em) => {
      const task = await requireTask(em, id, caller);
      if (task.running) return [];
      await startLockedTask(em, this.bus, task, { user: caller.account, trigger: 'start', now: at ?? (await databaseNow(em)) });
      return [task.organisation_id];
    });
    announceTasks(this.live, changed);
    this.release.inBackground();
  }
}
