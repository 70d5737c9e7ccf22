import { Inject, Injectable } from '@nestjs/common';
import { type Bus, BUS, type Caller, Database, LIVE, type LiveNotifier, noteOrganisations, NotFound, scopeOf } from '@leakwatch/platform';
import { writeTaskChange } from '../history/write-task-change.ts';
import { cancelLaunches } from '../launches/launch.store.ts';
import { WithdrawLaunches } from '../launches/withdraw-launches.ts';
import { publishTaskChange } from './task-change.ts';
import { archiveTask, lockTask } from './task.store.ts';
import { tellOfTasks } from './tell-of-tasks.ts';

/** Archives a task: it stops, leaves lists and limits, and its history stays. Its events go only when they are to. */
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
      const task = await lockTask(em, id);
      if (task === undefined) throw new NotFound();
      noteOrganisations(caller, [task.organisation_id]);
      await archiveTask(em, id, deleteEvents);
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
    tellOfTasks(this.live, [organisation]);
    this.withdraw.soon(launches);
  }
}
