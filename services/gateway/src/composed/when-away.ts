import { LeakwatchError } from '@leakwatch/platform';

/** A part of an answer that may be missing is waited for no longer: the whole console waits for the badges of its frame. */
export const PART_MS = 2_000;

/** For a part of an answer that may be missing: `instead` when its service does not answer. Other errors are thrown. */
export const whenAway =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (error instanceof LeakwatchError && error.status === 503) return instead;
    throw error;
  };
