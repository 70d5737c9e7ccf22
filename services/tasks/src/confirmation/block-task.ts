import { Inject, Injectable } from '@nestjs/common';
import { type Bus, BUS, type Caller, Database, LIVE, type LiveNotifier, STAFF } from '@leakwatch/platform';
import { writeTaskChange } from '../history/task-change.store.ts';
import { WithdrawLaunches } from '../launches/withdraw-launches.ts';
import { announceTasks, publishTaskChange } from '../search-tasks/announce-task.ts';
import { requireTask } from '../search-tasks/require-task.ts';
import { changeTask } from '../search-tasks/task.store.ts';
import { stopLockedTask } from '../task-running/stop-locked-task.ts';

/** Staff block a task: it is stopped and no longer confirmed. */
@Injectable()
export class BlockTask {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LIVE) private readonly live: LiveNotifier,
    private readonly withdraw: WithdrawLaunches,
  ) {}

  async run(id: string, caller: Caller): Promise<void> {
    const blocked = await this.database.inScope(STAFF, async (em) => {
      const task = await requireTask(em, id, caller);
      if (!task.confirmed && !task.running) return undefined;
      const { confirmed, running } = task;
      await changeTask(em, task, { confirmed: false });
      await writeTaskChange(em, {
        organisationId: task.organisation_id,
        taskId: id,
        user: caller.account,
        action: 'block',
        details: [{ field: 'confirmed', old: confirmed, new: false }],
      });
      // A stop publishes too.
      if (!running) await publishTaskChange(em, this.bus, id);
      return { organisation: task.organisation_id, launches: running ? await stopLockedTask(em, this.bus, task, caller.account) : [] };
    });
    if (blocked === undefined) return;
    announceTasks(this.live, [blocked.organisation]);
    this.withdraw.inBackground(blocked.launches);
  }
}
