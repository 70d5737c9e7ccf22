import { describe, expect, it } from '@jest/globals';
import { BEGINNING, compareIds, goesOn } from './stream-range.ts';

describe('ids of a stream', () => {
  it('are in the order of their time, then of their number', () => {
    expect(compareIds('9-0', '10-0')).toBeLessThan(0);
    expect(compareIds('10-2', '10-10')).toBeLessThan(0);
    expect(compareIds('10-1', '10-1')).toBe(0);
    expect(compareIds('1700000000001-0', '1700000000000-9')).toBeGreaterThan(0);
  });
});

describe('the place where a reader resumes', () => {
  const range = { first: '10-0', last: '20-3' };
  it.each([
    ['20-3', range, true],
    ['10-0', range, true],
    ['15-7', range, true],
    ['20-3', { first: null, last: '20-3' }, true],
    [BEGINNING, { first: null, last: BEGINNING }, true],
  ])('%s of %j', (after, of, expected) => {
    expect(goesOn(after, of)).toBe(expected);
  });

  it.each([
    ['9-5', range, 'what came behind it was cut off'],
    ['20-4', range, 'the stream never gave it: it was begun anew'],
    ['5-0', { first: null, last: '20-3' }, 'everything was cut off'],
    ['5-0', { first: null, last: BEGINNING }, 'there is no stream any more'],
    ['', range, 'no id'],
    ['10', range, 'no id'],
    ['10-0; drop', range, 'no id'],
  ])('but not %s of %j: %s', (after, of, _why) => {
    expect(goesOn(after, of)).toBe(false);
  });
});
