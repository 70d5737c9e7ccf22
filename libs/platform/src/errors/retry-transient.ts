import { isTransient } from './transient.ts';

/** Pauses between tries while a dependency is away; the last one repeats. In milliseconds. */
const PAUSES_MS = [50, 200, 1_000, 2_000];

/**
 * Runs `work` again while it fails because a dependency is away. Only for work that may run twice.
 * `until` ends the waiting: the last error is thrown then.
 */
export async function retryTransient<T>(work: () => Promise<T>, until: (attempt: number) => boolean): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error) || until(attempt)) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSES_MS[Math.min(attempt, PAUSES_MS.length) - 1]));
    }
  }
}
