import { describe, expect, it } from '@jest/globals';
import { HABIT_INTERVALS, SILENCE_POLICIES, SILENCE_STEP_SECONDS, SOURCE_TYPES } from '@leakwatch/vocabulary';
import fc from 'fast-check';
import { afterReading, type Habit, isSilent, NO_HABIT } from './silence.ts';

const source = fc.constantFrom(...SOURCE_TYPES.filter((one) => SILENCE_POLICIES[one] !== null));
const seconds = fc.integer({ min: 0, max: SILENCE_STEP_SECONDS });
/** Readings at a distance, of which some found something new. */
const readings = fc.array(fc.record({ seconds, news: fc.boolean() }), { maxLength: 60 });
const read = (all: readonly { seconds: number; news: boolean }[], from: Habit = NO_HABIT) =>
  all.reduce((habit, one) => afterReading(habit, one.seconds, one.news), from);
/** News at every reading, until the habit is known. */
const lively = (every: number, times = 20) => read(Array.from({ length: times }, () => ({ seconds: every, news: true })));
const quiet = (habit: Habit, every: number, times: number) =>
  read(
    Array.from({ length: times }, () => ({ seconds: every, news: false })),
    habit,
  );

describe('a source that answers', () => {
  it('is never silent before its habit is known, however long it is quiet', () => {
    fc.assert(
      fc.property(source, fc.integer({ min: 0, max: HABIT_INTERVALS - 1 }), fc.integer({ min: 0, max: 500 }), (of, news, times) => {
        expect(isSilent(quiet(lively(300, news), SILENCE_STEP_SECONDS, times), of)).toBe(false);
      }),
    );
  });

  it('is silent when it is quiet for longer than its policy and its habit allow, and not before', () => {
    fc.assert(
      fc.property(source, fc.integer({ min: 1, max: SILENCE_STEP_SECONDS }), (of, every) => {
        const policy = SILENCE_POLICIES[of];
        if (policy === null) return;
        const habit = lively(every);
        const allowed = Math.max(policy.leastSeconds, policy.factor * every);
        const readingsUntil = Math.floor(allowed / every);
        expect(isSilent(quiet(habit, every, readingsUntil), of)).toBe(false);
        expect(isSilent(quiet(habit, every, readingsUntil + 1), of)).toBe(true);
      }),
    );
  });

  it('is not silent after news, whatever was before', () => {
    fc.assert(
      fc.property(source, readings, seconds, (of, all, last) => {
        expect(isSilent(afterReading(read(all), last, true), of)).toBe(false);
      }),
    );
  });

  it('is not silent because nobody read it: a pause of any length counts as one step', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 9 }), (pause) => {
        expect(afterReading(lively(60), pause, false).quietSeconds).toBeLessThanOrEqual(SILENCE_STEP_SECONDS);
        for (const one of ['telegram', 'github', 'gitlab_cloud', 'google_docs'] as const)
          expect(isSilent(afterReading(lively(60), pause, false), one)).toBe(false);
      }),
    );
  });

  it('stays silent until there is news, and its long silence becomes its habit', () => {
    fc.assert(
      fc.property(source, readings, fc.integer({ min: 1, max: 50 }), (of, all, times) => {
        const habit = read(all);
        if (isSilent(habit, of)) expect(isSilent(quiet(habit, 600, times), of)).toBe(true);
        const after = afterReading(habit, 0, true);
        expect(after.longestSeconds).toBeGreaterThanOrEqual(habit.quietSeconds);
      }),
    );
  });

  it('has no clock that runs backwards', () => {
    expect(afterReading(lively(60), -5, false).quietSeconds).toBe(0);
  });
});
