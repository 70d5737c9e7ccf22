import { setTimeout as sleep } from 'node:timers/promises';
import type { CrawlJob, TaskChange } from '@leakwatch/contracts';
import { type Database, SCHEDULER, Unavailable } from '@leakwatch/platform';
import type { LearnTask } from './learn-task.ts';
import { findWatchedTask } from './watched-task.store.ts';

const TASK_CHECK_MS = 100;
/** A task's message is committed before its launch, so after this time the bus will not deliver it any more. */
const WAIT_MS = 3_000;

/** The task in the version that the launch needs or a newer one: from the bus, else from the tasks service. */
export async function waitForTask(database: Database, learn: LearnTask, job: CrawlJob, signal: AbortSignal): Promise<TaskChange> {
  const deadline = performance.now() + WAIT_MS;
  while (performance.now() < deadline) {
    signal.throwIfAborted();
    const task = await database.inScope(SCHEDULER, (em) => findWatchedTask(em, job.task_id));
    if (task !== undefined && task.version >= job.task_version) return task;
    await sleep(TASK_CHECK_MS, undefined, { signal });
  }
  const asked = await learn.run(job.task_id);
  if (asked.version < job.task_version) throw new Unavailable('task_not_yet_known');
  return asked;
}
