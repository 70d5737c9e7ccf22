import { type RawBuilder, sql } from '@leakwatch/platform';

/** Why something was not read: the processes that read it were ended from outside. It is read again, where the other reasons are final (decisions 0175, 0176). */
export const INTERRUPTED = 'interrupted';

/** Pause before it is read again after the first interruption; four times as long after each further one, a week at most. */
const FIRST_PAUSE_SECONDS = 5 * 60;
const LONGEST_PAUSE_SECONDS = 7 * 24 * 60 * 60;
const PAUSE_FACTOR = 4;

/** When something is read again that was interrupted now, and so many times before. */
export const readAgainAt = (interruptions: RawBuilder<number>): RawBuilder<Date> =>
  sql<Date>`(now() + make_interval(secs => least(${LONGEST_PAUSE_SECONDS}::float8, ${FIRST_PAUSE_SECONDS}::float8 * ${PAUSE_FACTOR}::float8 ^ least(${interruptions}, 20))))`;
