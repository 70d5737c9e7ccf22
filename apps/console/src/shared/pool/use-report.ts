import { notifyProblem, notifySuccess } from '../ui/notify.tsx';

/** Waits for a change and says how it ended. */
export function useReport(): (change: PromiseLike<{ readonly error?: unknown }>, done: string, failed: string) => Promise<void> {
  return async (change, done, failed) => {
    const { error } = await change;
    if (error === undefined) notifySuccess(done);
    else notifyProblem(failed, error);
  };
}
