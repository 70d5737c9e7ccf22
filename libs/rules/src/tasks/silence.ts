import { HABIT_DECAY, HABIT_INTERVALS, SILENCE_POLICIES, SILENCE_STEP_SECONDS, type SourceType } from '@leakwatch/vocabulary';

/** How often something of a source is new, learned from its readings. */
export interface Habit {
  /** Read time since the last news. */
  readonly quietSeconds: number;
  /** The longest interval between news of late; 0 before the first. */
  readonly longestSeconds: number;
  /** Intervals that were seen. */
  readonly intervals: number;
}

export const NO_HABIT: Habit = { quietSeconds: 0, longestSeconds: 0, intervals: 0 };

/**
 * The habit after a reading.
 * @param seconds since the reading before, 0 for the first; @param news whether the reading found something new
 */
export function afterReading(habit: Habit, seconds: number, news: boolean): Habit {
  const quietSeconds = habit.quietSeconds + Math.min(Math.max(0, seconds), SILENCE_STEP_SECONDS);
  if (!news) return { ...habit, quietSeconds };
  const longestSeconds = Math.max(quietSeconds, habit.longestSeconds * HABIT_DECAY);
  return { quietSeconds: 0, longestSeconds, intervals: Math.min(habit.intervals + 1, HABIT_INTERVALS) };
}

/** Whether the source has been quiet for longer than its habit; false before a habit is known. */
export function isSilent({ quietSeconds, longestSeconds, intervals }: Habit, source: SourceType): boolean {
  const policy = SILENCE_POLICIES[source];
  if (policy === null || intervals < HABIT_INTERVALS) return false;
  return quietSeconds > Math.max(policy.leastSeconds, policy.factor * longestSeconds);
}
