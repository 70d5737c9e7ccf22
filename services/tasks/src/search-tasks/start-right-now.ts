import { Inject, Injectable } from '@nestjs/common';
import { type Bus, BUS, type Caller, Database, LIVE, type LiveNotifier, noteOrganisations, NotFound, STAFF } from '@leakwatch/platform';
import { writeTaskChange } from '../history/write-task-change.ts';
import { addLaunches, hurryLaunches } from '../launches/launch.store.ts';
import { ReleaseLaunches } from '../launches/release-launches.ts';
import { checkStart } from '../limits/check-start.ts';
import { beginTask } from './begin-task.ts';
import { lockTask } from './task.store.ts';
import { tellOfTasks } from './tell-of-tasks.ts';

/** Staff run a task now: what is due later is launched at once, before what waits. A stopped task is started by its limits. */
@Injectable()
export class StartRightNow {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LIVE) private readonly live: LiveNotifier,
    private readonly release: ReleaseLaunches,
  ) {}

  async run(id: string, caller: Caller, now = new Date()): Promise<void> {
    const organisation = await this.database.inScope(STAFF, async (em) => {
      const task = await lockTask(em, id);
      if (task === undefined) throw new NotFound();
      noteOrganisations(caller, [task.organisation_id]);
      if (!task.running) await beginTask(em, this.bus, task, { user: caller.account, trigger: 'staff', now });
      else {
        await checkStart(em, task, now.getTime());
        await addLaunches(em, id, 'staff');
        await hurryLaunches(em, id);
        await writeTaskChange(em, { organisationId: task.organisation_id, taskId: id, user: caller.account, action: 'start_right_now' });
      }
      return task.organisation_id;
    });
    tellOfTasks(this.live, [organisation]);
    this.release.soon();
  }
}
