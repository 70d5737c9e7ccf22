import { Inject, Injectable } from '@nestjs/common';
import {
  type Bus,
  BUS,
  type Caller,
  Database,
  LIVE,
  type LiveNotifier,
  noteOrganisations,
  NotFound,
  type SqlEntityManager,
  STAFF,
} from '@leakwatch/platform';
import { type Actor, writeTaskChange } from '../history/write-task-change.ts';
import { addLaunches } from '../launches/launch.store.ts';
import { ReleaseLaunches } from '../launches/release-launches.ts';
import { publishTaskChange } from '../search-tasks/task-change.ts';
import { lockTask, setConfirmed, type TaskRecord } from '../search-tasks/task.store.ts';
import { tellOfTasks } from '../search-tasks/tell-of-tasks.ts';
import { releaseAdditions } from './waiting.store.ts';

/** Staff confirm a task with everything that waits in it; a running one looks for the additions at once. */
@Injectable()
export class ConfirmTask {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LIVE) private readonly live: LiveNotifier,
    private readonly release: ReleaseLaunches,
  ) {}

  async run(id: string, caller: Caller): Promise<void> {
    const organisation = await this.database.inScope(STAFF, async (em) => {
      const task = await lockTask(em, id);
      if (task === undefined) throw new NotFound();
      noteOrganisations(caller, [task.organisation_id]);
      await confirm(em, this.bus, task, caller.account);
      return task.organisation_id;
    });
    tellOfTasks(this.live, [organisation]);
    this.release.soon();
  }
}

/** Confirms a locked task; one that is confirmed and has nothing waiting stays as it is. */
export async function confirm(em: SqlEntityManager, bus: Bus, task: TaskRecord, user: Actor): Promise<void> {
  const released = await releaseAdditions(em, task.id);
  if (task.confirmed && released === 0) return;
  await setConfirmed(em, task.id, true);
  if (task.running) await addLaunches(em, task.id, 'start');
  await writeTaskChange(em, {
    organisationId: task.organisation_id,
    taskId: task.id,
    user,
    action: 'confirm',
    details: [
      ...(task.confirmed ? [] : [{ field: 'confirmed', old: false, new: true }]),
      ...(released === 0 ? [] : [{ field: 'waiting_count', old: released, new: 0 }]),
    ],
  });
  await publishTaskChange(em, bus, task.id);
}
