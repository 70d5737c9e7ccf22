import { Inject, Injectable } from '@nestjs/common';
import { type Bus, BUS, type Caller, Database, LIVE, type LiveNotifier, scopeOf } from '@leakwatch/platform';
import { writeTaskChange } from '../history/task-change.store.ts';
import { cancelLaunches } from '../launches/cancel-launches.store.ts';
import { WithdrawLaunches } from '../launches/withdraw-launches.ts';
import { announceTasks, publishTaskChange } from '../search-tasks/announce-task.ts';
import { requireTask } from '../search-tasks/require-task.ts';
import { changeTask } from '../search-tasks/task.store.ts';

/** Archives a task: it stops and disappears from lists and limits, and its history stays. Its events are deleted only on request. */
@Injectable()
export class DeleteTask {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LIVE) private readonly live: LiveNotifier,
    private readonly withdraw: WithdrawLaunches,
  ) {}

  async run(id: string, deleteEvents: boolean, caller: Caller): Promise<void> {
    const { organisation, launches } = await this.database.inScope(scopeOf(caller), async (em) => {
      const task = await requireTask(em, id, caller);
      await changeTask(em, task, { archived_at: new Date(), running: false, delete_events: deleteEvents });
      const released = await cancelLaunches(em, id);
      await writeTaskChange(em, {
        organisationId: task.organisation_id,
        taskId: id,
        user: caller.account,
        action: 'delete',
        details: [
          { field: 'title', old: task.title, new: null },
          { field: 'delete_events', old: null, new: deleteEvents },
        ],
      });
      await publishTaskChange(em, this.bus, id);
      return { organisation: task.organisation_id, launches: released };
    });
    announceTasks(this.live, [organisation]);
    this.withdraw.inBackground(launches);
  }
}
