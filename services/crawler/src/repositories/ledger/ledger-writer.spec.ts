import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LedgerWriter } from './ledger-writer.ts';

const introductions = (count: number) => Array.from({ length: count }, (_, number) => ({ oid: String(number) }));

it('writes everything once, in its order, and one batch at a time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(4_500), async (count) => {
      const written: string[] = [];
      let [running, most] = [0, 0];
      const writer = new LedgerWriter(async (batch) => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        written.push(...batch.map(({ oid }) => oid));
        running -= 1;
      });
      for (const one of introductions(count)) await writer.add([one]);
      await writer.finish();
      expect(written).toEqual(introductions(count).map(({ oid }) => oid));
      expect(most).toBeLessThan(2);
    }),
    { numRuns: 20 },
  );
});

it('takes more while a batch is written, but not a second batch', async () => {
  const begun: number[] = [];
  let written = (): void => undefined;
  const writer = new LedgerWriter((batch) => {
    begun.push(batch.length);
    return new Promise((resolve) => (written = resolve));
  });
  let taken = 0;
  const adding = (async () => {
    for (const one of introductions(2_500)) {
      await writer.add([one]);
      taken += 1;
    }
  })();
  await new Promise((resolve) => setImmediate(resolve));
  expect({ begun, taken }).toEqual({ begun: [1_000], taken: 1_999 });
  written();
  await adding;
  written();
  const finished = writer.finish();
  await new Promise((resolve) => setImmediate(resolve));
  written();
  await finished;
  expect(begun).toEqual([1_000, 1_000, 500]);
});

it('reports a batch that could not be written, and writes none after it', async () => {
  const begun: number[] = [];
  const writer = new LedgerWriter((batch) => {
    begun.push(batch.length);
    return Promise.reject(new Error('the lease was lost'));
  });
  for (const one of introductions(1_500)) await writer.add([one]);
  await expect(writer.finish()).rejects.toThrow('the lease was lost');
  await writer.settled();
  expect(begun).toEqual([1_000]);
});
