import { Inject, Injectable } from '@nestjs/common';
import { type Bus, BUS, type Caller, Database, LIVE, type LiveTeller, noteOrganisations, NotFound, scopeOf } from '@leakwatch/platform';
import { cancelLaunches } from '../launches/launch.store.ts';
import { publishTaskChange } from './task-change.ts';
import { lockTask, setRunning } from './task.store.ts';
import { tellOfTasks } from './tell-of-tasks.ts';

/** Stops a task: what waits is gone, what runs ends at its next step. */
@Injectable()
export class StopTask {
  private readonly database: Database;
  private readonly bus: Bus;
  private readonly live: LiveTeller;

  constructor(database: Database, @Inject(BUS) bus: Bus, @Inject(LIVE) live: LiveTeller) {
    this.database = database;
    this.bus = bus;
    this.live = live;
  }

  async run(id: string, caller: Caller): Promise<void> {
    const changed = await this.database.inScope(scopeOf(caller), async (em) => {
      const task = await lockTask(em, id);
      if (task === undefined) throw new NotFound();
      noteOrganisations(caller, [task.organisation_id]);
      if (!task.running) return [];
      await setRunning(em, id, false);
      await cancelLaunches(em, id);
      await publishTaskChange(em, this.bus, id);
      return [task.organisation_id];
    });
    tellOfTasks(this.live, changed);
  }
}
