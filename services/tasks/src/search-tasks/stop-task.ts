import { Inject, Injectable } from '@nestjs/common';
import { type Bus, BUS, type Caller, Database, NotFound, scopeOf } from '@leakwatch/platform';
import { cancelLaunches } from '../launches/launch.store.ts';
import { publishTaskChange } from './task-change.ts';
import { lockTask, setRunning } from './task.store.ts';

/** Stops a task: what waits is gone, what runs ends at its next step. */
@Injectable()
export class StopTask {
  private readonly database: Database;
  private readonly bus: Bus;

  constructor(database: Database, @Inject(BUS) bus: Bus) {
    this.database = database;
    this.bus = bus;
  }

  async run(id: string, caller: Caller): Promise<void> {
    await this.database.inScope(scopeOf(caller), async (em) => {
      const task = await lockTask(em, id);
      if (task === undefined) throw new NotFound();
      if (!task.running) return;
      await setRunning(em, id, false);
      await cancelLaunches(em, id);
      await publishTaskChange(em, this.bus, id);
    });
  }
}
