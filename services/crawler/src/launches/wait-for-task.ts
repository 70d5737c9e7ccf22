import { setTimeout as sleep } from 'node:timers/promises';
import type { CrawlJob, TaskChange } from '@leakwatch/contracts';
import { type Database, SCHEDULER, Unavailable } from '@leakwatch/platform';
import type { LearnTask } from '../watched-tasks/learn-task.ts';
import { watchedTask } from '../watched-tasks/watched-task.store.ts';

const LOOK_MS = 100;
/** The message of a task is committed before its launch; after this long the bus is not bringing it. */
const WAIT_MS = 3_000;

/** The task in at least the version that the launch needs: from the bus, else from the tasks service. */
export async function waitForTask(database: Database, learn: LearnTask, job: CrawlJob, signal: AbortSignal): Promise<TaskChange> {
  const deadline = Date.now() + WAIT_MS;
  while (Date.now() < deadline) {
    signal.throwIfAborted();
    const task = await database.inScope(SCHEDULER, (em) => watchedTask(em, job.task_id));
    if (task !== undefined && task.version >= job.task_version) return task;
    await sleep(LOOK_MS, undefined, { signal });
  }
  const asked = await learn.run(job.task_id);
  if (asked.version < job.task_version) throw new Unavailable('task_not_yet_known');
  return asked;
}
