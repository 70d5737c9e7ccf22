import type { LaunchFinished } from '@leakwatch/contracts';
import type { Bus, SqlEntityManager } from '@leakwatch/platform';
import { logLaunch } from '../logs/task-log.store.ts';
import { publishLaunchFacts } from '../technical-facts/publish-launch-facts.ts';
import { closeLaunch, saveRepositoryProgress, scheduleNextLaunch } from './launch-progress.store.ts';

/** Closes a launch. A running task's source gets its next launch after `pauseSeconds`. */
export async function finishLaunch(em: SqlEntityManager, bus: Bus, finished: LaunchFinished, pauseSeconds: number): Promise<void> {
  const launch = await closeLaunch(em, finished);
  if (launch === undefined) return;
  await saveRepositoryProgress(em, finished.task_id, finished.repositories);
  await logLaunch(em, finished);
  await publishLaunchFacts(em, bus, finished);
  // Stopping the task has reset the source already, and a newer launch may own it by now.
  if (!launch.cancelled) await scheduleNextLaunch(em, finished, pauseSeconds);
}
