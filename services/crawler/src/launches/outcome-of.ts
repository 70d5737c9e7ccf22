import type { LaunchFinished } from '@leakwatch/contracts';

/** How many of the units or repositories that a launch needs were read, or failed, since it began. */
export interface LaunchCounts {
  /** The task was not stopped since. */
  readonly runs: boolean;
  readonly units: number;
  readonly done: number;
  readonly failed: number;
}

/** The end of a launch whose units allow one. It failed when no unit could be read. */
export function outcomeOf({ runs, units, done, failed }: LaunchCounts): LaunchFinished['outcome'] | undefined {
  if (!runs) return 'cancelled';
  if (done + failed < units) return undefined;
  return units > 0 && done === 0 ? 'failed' : 'done';
}
