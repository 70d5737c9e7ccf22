import { describe, expect, it } from '@jest/globals';
import { STORAGE_LEVELS, STORAGE_POLICIES, STORAGE_SLACK_PERCENT } from '@leakwatch/vocabulary';
import fc from 'fast-check';
import { storageLevel } from './storage-quota.ts';

const bytes = fc.integer({ min: 0, max: 10 ** 12 });
const quota = fc.integer({ min: 1, max: 10 ** 12 });
const level = fc.constantFrom(...STORAGE_LEVELS);
const rank = (of: (typeof STORAGE_LEVELS)[number]) => STORAGE_LEVELS.indexOf(of);

describe('the level of an organisation’s storage', () => {
  it.each([
    [0, 'free'],
    [79, 'free'],
    [80, 'near'],
    [99, 'near'],
    [100, 'full'],
    [119, 'full'],
    [120, 'over'],
    [500, 'over'],
  ] as const)('at %i percent, reached from below, is %s', (percent, expected) => {
    expect(storageLevel(percent, 100, 'free')).toBe(expected);
  });

  it.each([
    [98, 'full', 'full'],
    [94, 'full', 'near'],
    [76, 'near', 'near'],
    [74, 'near', 'free'],
    [0, 'over', 'free'],
  ] as const)('at %i percent after %s is %s', (percent, before, expected) => {
    expect(storageLevel(percent, 100, before)).toBe(expected);
  });

  it('is never below what the use demands, and never above it by more than the slack', () => {
    fc.assert(
      fc.property(bytes, quota, level, (used, of, before) => {
        const percent = (used / of) * 100;
        const found = storageLevel(used, of, before);
        for (const one of STORAGE_LEVELS) if (percent >= STORAGE_POLICIES[one].from) expect(rank(found)).toBeGreaterThanOrEqual(rank(one));
        expect(percent + STORAGE_SLACK_PERCENT).toBeGreaterThanOrEqual(STORAGE_POLICIES[found].from);
      }),
    );
  });

  it('stays where it is when the same use is seen again, and does not fall when the use grows', () => {
    fc.assert(
      fc.property(bytes, bytes, quota, level, (one, more, of, before) => {
        const found = storageLevel(one, of, before);
        expect(storageLevel(one, of, found)).toBe(found);
        expect(rank(storageLevel(one + more, of, found))).toBeGreaterThanOrEqual(rank(found));
      }),
    );
  });

  it('stops the keeping of content before new mirrors, and nothing without a notice before', () => {
    const stops = STORAGE_LEVELS.map((one) => [STORAGE_POLICIES[one].keepsContent, STORAGE_POLICIES[one].addsMirrors]);
    expect(stops).toEqual([
      [true, true],
      [true, true],
      [false, true],
      [false, false],
    ]);
  });
});
