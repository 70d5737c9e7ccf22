import { Inject, Injectable } from '@nestjs/common';
import { type Bus, BUS, type Caller, Conflict, Database, LIVE, type LiveNotifier, type SqlEntityManager, STAFF } from '@leakwatch/platform';
import { type Actor, writeTaskChange } from '../history/task-change.store.ts';
import { addLaunches } from '../launches/launch.store.ts';
import { ReleaseLaunches } from '../launches/release-launches.ts';
import { announceTasks, publishTaskChange } from '../search-tasks/announce-task.ts';
import { requireTask } from '../search-tasks/require-task.ts';
import type { Task } from '../search-tasks/task.entity.ts';
import { changeTask } from '../search-tasks/task.store.ts';
import { confirmAdditions } from './additions.store.ts';

/** Staff confirm a task and all its additions. A running task is launched at once to search for the additions. */
@Injectable()
export class ConfirmTask {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LIVE) private readonly live: LiveNotifier,
    private readonly release: ReleaseLaunches,
  ) {}

  /**
   * `seen` is the version that staff decided about; without it the current state is confirmed. Throws Conflict `task_changed`
   * with the current version when the task has another one, because what came since was not seen.
   */
  async run(id: string, seen: number | undefined, caller: Caller): Promise<void> {
    const organisation = await this.database.inScope(STAFF, async (em) => {
      const task = await requireTask(em, id, caller);
      if (seen !== undefined && seen !== task.version) throw new Conflict('task_changed', { version: task.version });
      await confirmLockedTask(em, this.bus, task, caller.account);
      return task.organisation_id;
    });
    announceTasks(this.live, [organisation]);
    this.release.inBackground();
  }
}

/** Confirms a locked task. One that is confirmed already and has no unconfirmed additions stays unchanged. */
export async function confirmLockedTask(em: SqlEntityManager, bus: Bus, task: Task, user: Actor): Promise<void> {
  const { confirmed } = task;
  const additions = await confirmAdditions(em, task.id);
  if (confirmed && additions === 0) return;
  await changeTask(em, task, { confirmed: true });
  if (task.running) await addLaunches(em, task.id, 'start');
  await writeTaskChange(em, {
    organisationId: task.organisation_id,
    taskId: task.id,
    user,
    action: 'confirm',
    details: [
      ...(confirmed ? [] : [{ field: 'confirmed', old: false, new: true }]),
      ...(additions === 0 ? [] : [{ field: 'waiting_count', old: additions, new: 0 }]),
    ],
  });
  await publishTaskChange(em, bus, task.id);
}
