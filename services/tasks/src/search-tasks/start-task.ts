import { Inject, Injectable } from '@nestjs/common';
import { type Bus, BUS, type Caller, Database, LIVE, type LiveNotifier, noteOrganisations, NotFound, scopeOf } from '@leakwatch/platform';
import { ReleaseLaunches } from '../launches/release-launches.ts';
import { beginTask } from './begin-task.ts';
import { lockTask } from './task.store.ts';
import { tellOfTasks } from './tell-of-tasks.ts';

/** Starts a task within its organisation's limits; starting a running one changes nothing. */
@Injectable()
export class StartTask {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LIVE) private readonly live: LiveNotifier,
    private readonly release: ReleaseLaunches,
  ) {}

  async run(id: string, caller: Caller, now = new Date()): Promise<void> {
    const changed = await this.database.inScope(scopeOf(caller), async (em) => {
      const task = await lockTask(em, id);
      if (task === undefined) throw new NotFound();
      noteOrganisations(caller, [task.organisation_id]);
      if (task.running) return [];
      await beginTask(em, this.bus, task, { user: caller.account, trigger: 'start', now });
      return [task.organisation_id];
    });
    tellOfTasks(this.live, changed);
    this.release.soon();
  }
}
