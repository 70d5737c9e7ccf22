import { Inject, Injectable } from '@nestjs/common';
import { type Bus, BUS, type Caller, Database, databaseNow, LIVE, type LiveNotifier, STAFF } from '@leakwatch/platform';
import { writeTaskChange } from '../history/task-change.store.ts';
import { addLaunches, prioritiseLaunches } from '../launches/launch.store.ts';
import { ReleaseLaunches } from '../launches/release-launches.ts';
import { checkContinuation } from '../limits/check-start.ts';
import { announceTasks } from '../search-tasks/announce-task.ts';
import { requireTask } from '../search-tasks/require-task.ts';
import { startLockedTask } from './start-locked-task.ts';

/** Staff launch a task at once, ahead of everything that waits. A stopped task is started first, within its limits. */
@Injectable()
export class StartTaskRightNow {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LIVE) private readonly live: LiveNotifier,
    private readonly release: ReleaseLaunches,
  ) {}

  async run(id: string, caller: Caller, at?: Date): Promise<void> {
    const organisation = await this.database.inScope(STAFF, async (em) => {
      const task = await requireTask(em, id, caller);
      if (!task.running)
        await startLockedTask(em, this.bus, task, { user: caller.account, trigger: 'staff', now: at ?? (await databaseNow(em)) });
      else {
        await checkContinuation(em, task, task.pattern_count, at);
        await addLaunches(em, id, 'staff');
        await prioritiseLaunches(em, id);
        await writeTaskChange(em, { organisationId: task.organisation_id, taskId: id, user: caller.account, action: 'start_right_now' });
      }
      return task.organisation_id;
    });
    announceTasks(this.live, [organisation]);
    this.release.inBackground();
  }
}
