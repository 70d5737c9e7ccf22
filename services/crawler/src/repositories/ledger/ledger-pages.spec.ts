import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LEDGER_PAGE, ledgerPages } from './ledger-pages.ts';
import type { LedgerPage } from './ledger-rows.store.ts';

/** A ledger of `count` rows. */
class Ledger {
  reads = 0;

  constructor(private readonly count: number) {}

  readonly after = async (ordinal: bigint): Promise<LedgerPage> => {
    this.reads += 1;
    const from = Number(ordinal) + 1;
    const length = Math.max(0, Math.min(LEDGER_PAGE, this.count - from + 1));
    const ordinals = BigInt64Array.from({ length }, (_, at) => BigInt(from + at));
    return { ordinals, isFurther: new Uint8Array(length), oids: undefined, paths: undefined };
  };
}

test('gives every row behind an ordinal, once and in order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(0, 1, LEDGER_PAGE - 1, LEDGER_PAGE, 3 * LEDGER_PAGE, 60_001), fc.nat(5_000), async (count, from) => {
      const given: number[] = [];
      for await (const page of ledgerPages(new Ledger(count).after, BigInt(from))) given.push(...[...page.ordinals].map(Number));
      expect(given).toEqual(Array.from({ length: Math.max(0, count - from) }, (_, at) => from + 1 + at));
    }),
    { numRuns: 30 },
  );
});

test('reads a bounded number of pages ahead, and none when nobody asks any more', async () => {
  const ledger = new Ledger(1_000_000);
  const pages = ledgerPages(ledger.after, 0n);
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
  const pages = ledgerPages((ordinal) => (ordinal === 4_000n ? Promise.reject(new Error('database is gone')) : ledger.after(ordinal)), 0n);
  for (let page = 0; page < 2; page++) expect((await pages.next()).value?.ordinals).toHaveLength(LEDGER_PAGE);
  await expect(pages.next()).rejects.toThrow('database is gone');
});

const settled = () => new Promise((resolve) => setImmediate(resolve));
