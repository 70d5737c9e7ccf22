import { Inject, Injectable } from '@nestjs/common';
import { type Bus, BUS, type Caller, Database, LIVE, type LiveNotifier, noteOrganisations, NotFound, STAFF } from '@leakwatch/platform';
import { writeTaskChange } from '../history/write-task-change.ts';
import { WithdrawLaunches } from '../launches/withdraw-launches.ts';
import { haltTask } from '../search-tasks/halt-task.ts';
import { lockTask, setConfirmed } from '../search-tasks/task.store.ts';
import { tellOfTasks } from '../search-tasks/tell-of-tasks.ts';

/** Staff block a task: it stops, and is not confirmed any more (spec/3-staff section 4). */
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
      const task = await lockTask(em, id);
      if (task === undefined) throw new NotFound();
      noteOrganisations(caller, [task.organisation_id]);
      if (!task.confirmed && !task.running) return undefined;
      await setConfirmed(em, id, false);
      await writeTaskChange(em, {
        organisationId: task.organisation_id,
        taskId: id,
        user: caller.account,
        action: 'block',
        details: [{ field: 'confirmed', old: task.confirmed, new: false }],
      });
      return { organisation: task.organisation_id, launches: task.running ? await haltTask(em, this.bus, task, caller.account) : [] };
    });
    if (blocked === undefined) return;
    tellOfTasks(this.live, [blocked.organisation]);
    this.withdraw.soon(blocked.launches);
  }
}
