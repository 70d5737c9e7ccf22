import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { LedgerBlob } from './blob-ledger.store.ts';
import { LEDGER_PAGE, ledgerPages } from './ledger-pages.ts';

const blob = (ordinal: number): LedgerBlob => ({ ordinal: String(ordinal), name: '', path: 'a.txt', oid: '00' });

/** A ledger of `count` rows. */
class Ledger {
  reads = 0;

  constructor(private readonly count: number) {}

  readonly after = async (ordinal: string): Promise<LedgerBlob[]> => {
    this.reads += 1;
    const from = Number(ordinal) + 1;
    return Array.from({ length: Math.max(0, Math.min(LEDGER_PAGE, this.count - from + 1)) }, (_, at) => blob(from + at));
  };
}

test('gives every row behind an ordinal, once and in order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(0, 1, LEDGER_PAGE - 1, LEDGER_PAGE, 3 * LEDGER_PAGE, 60_001), fc.nat(5_000), async (count, from) => {
      const given: number[] = [];
      for await (const page of ledgerPages(new Ledger(count).after, String(from)))
        given.push(...page.map(({ ordinal }) => Number(ordinal)));
      expect(given).toEqual(Array.from({ length: Math.max(0, count - from) }, (_, at) => from + 1 + at));
    }),
    { numRuns: 30 },
  );
});

test('reads a bounded number of pages ahead, and none when nobody asks any more', async () => {
  const ledger = new Ledger(1_000_000);
  const pages = ledgerPages(ledger.after, '0');
  await pages.next();
  await settled();
  expect(ledger.reads).toBeGreaterThan(1);
  expect(ledger.reads).toBeLessThanOrEqual(25);
  await pages.return();
  const before = ledger.reads;
  await settled();
  expect(ledger.reads).toBe(before);
});

test('a page that cannot be read is reported where its rows are needed', async () => {
  const ledger = new Ledger(10_000);
  const pages = ledgerPages((ordinal) => (ordinal === '4000' ? Promise.reject(new Error('database is gone')) : ledger.after(ordinal)), '0');
  expect((await pages.next()).value).toHaveLength(LEDGER_PAGE);
  expect((await pages.next()).value).toHaveLength(LEDGER_PAGE);
  await expect(pages.next()).rejects.toThrow('database is gone');
});

const settled = () => new Promise((resolve) => setImmediate(resolve));
