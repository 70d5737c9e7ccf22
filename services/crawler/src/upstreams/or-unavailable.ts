import { UpstreamError } from '../accounts/upstream-error.ts';

/** What was asked; `unavailable` where the upstream fails at it in the last try. */
export const orUnavailable = <T>(asked: Promise<T>, isLastTry: boolean): Promise<T | 'unavailable'> =>
  asked.catch((error: unknown) => {
    if (isLastTry && error instanceof UpstreamError && (error.failure === 'unavailable' || error.failure === 'broken_answer'))
      return 'unavailable';
    throw error;
  });
