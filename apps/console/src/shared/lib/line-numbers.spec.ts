import { describe, expect, it } from '@jest/globals';
import { lineNumbers } from './line-numbers.ts';

describe('lineNumbers', () => {
  it('counts on from the first line', () => {
    expect(lineNumbers(3, [{ index: 0, line: 7 }])).toEqual([7, 8, 9]);
  });

  it('begins anew behind a gap, which has no number', () => {
    const segments = [
      { index: 0, line: 1 },
      { index: 3, line: 40 },
      { index: 5, line: 40 },
    ];
    expect(lineNumbers(6, segments)).toEqual([1, 2, null, 40, null, 40]);
  });

  it('has none when they are unknown', () => {
    expect(lineNumbers(2, [])).toEqual([null, null]);
  });
});
