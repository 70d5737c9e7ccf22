import { toProblem } from '../api/problem.ts';
import { useCodeTexts } from '../i18n/problem-text.ts';
import { notifyFailure, notifySuccess } from '../ui/notify.tsx';

/** Waits for a change and says how it ended. */
export function useReport(): (change: PromiseLike<{ readonly error?: unknown }>, done: string, failed: string) => Promise<void> {
  const texts = useCodeTexts();
  return async (change, done, failed) => {
    const { error } = await change;
    if (error === undefined) notifySuccess(done);
    else notifyFailure(failed, texts.problem(toProblem(error)));
  };
}
