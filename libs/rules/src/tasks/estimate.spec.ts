import { expect, test } from '@jest/globals';
import { SEARCH_TYPES, SOURCE_TYPES } from '@leakwatch/vocabulary';
import fc from 'fast-check';
import { estimateSource } from './estimate.ts';
import { SOURCE_RATES } from './source-rates.ts';

const ONE = { accounts: 1, deep: false };
const BY_CODE = { source_type: 'github', search_type: 'by_code' } as const;

test('a hundred patterns at GitHub code search: 10 minutes with a page each, 100 with ten', () => {
  expect(estimateSource(BY_CODE, { words: 90, searchable: 10, streamOnly: 3 }, ONE)).toEqual({
    mode: 'queries',
    queries: 100,
    notAsked: 3,
    published: true,
    leastSeconds: 600,
    mostSeconds: 6000,
  });
});

test('Custom Search allows 100 queries a day: 200 patterns take two days', () => {
  const estimate = estimateSource(
    { source_type: 'google_docs', search_type: 'by_code' },
    { words: 200, searchable: 0, streamOnly: 0 },
    ONE,
  );
  expect(estimate).toMatchObject({ queries: 200, leastSeconds: 2 * 86_400 });
});

test('a deep task has no upper end; a stream costs no queries', () => {
  const patterns = { words: 1, searchable: 0, streamOnly: 0 };
  expect(estimateSource(BY_CODE, patterns, { accounts: 1, deep: true })).toMatchObject({ queries: 1, mostSeconds: null });
  expect(estimateSource({ source_type: 'pastebin', search_type: 'by_code' }, patterns, ONE)).toEqual({ mode: 'stream' });
});

test('more patterns never take less time, more accounts never more; without patterns the cost is zero', () => {
  const source = fc.record({ source_type: fc.constantFrom(...SOURCE_TYPES), search_type: fc.constantFrom(...SEARCH_TYPES) });
  const least = (one: Parameters<typeof estimateSource>[0], words: number, accounts: number): number => {
    const estimate = estimateSource(one, { words, searchable: 0, streamOnly: 0 }, { accounts, deep: false });
    return estimate.mode === 'stream' ? 0 : estimate.leastSeconds;
  };
  fc.assert(
    fc.property(source, fc.nat(10_000), fc.integer({ min: 1, max: 50 }), (one, words, accounts) => {
      expect(least(one, words + 1, accounts)).toBeGreaterThanOrEqual(least(one, words, accounts));
      expect(least(one, words, accounts + 1)).toBeLessThanOrEqual(least(one, words, accounts));
      expect(least(one, 0, accounts)).toBe(0);
    }),
  );
});

test('every rate is positive', () => {
  for (const rate of Object.values(SOURCE_RATES).flatMap((of) => Object.values(of)))
    if (rate !== 'stream') expect(Math.min(rate.requests, rate.seconds, rate.pages)).toBeGreaterThan(0);
});
