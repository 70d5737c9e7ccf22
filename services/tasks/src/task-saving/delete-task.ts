import { Inject, Injectable } from '@nestjs/common';
import { type Bus, BUS, type Caller, Database, LIVE, type LiveNotifier, scopeOf } from '@leakwatch/platform';
import { WithdrawLaunches } from '../launches/withdraw-launches.ts';
import { requireOrganisation } from '../organisations/organisation.store.ts';
import { requireActive } from '../organisations/require-active.ts';
import { announceTasks } from '../search-tasks/announce-task.ts';
import { requireTask } from '../search-tasks/require-task.ts';
import { archiveLockedTask } from './archive-locked-task.ts';

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
      requireActive(await requireOrganisation(em, task.organisation_id), caller);
      const released = await archiveLockedTask(em, this.bus, task, deleteEvents, caller.account);
      return { organisation: task.organisation_id, launches: released };
    });
    announceTasks(this.live, [organisation]);
    this.withdraw.inBackground(launches);
  }
}
