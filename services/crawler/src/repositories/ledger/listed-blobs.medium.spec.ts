import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId, openFoundation, rows, SCHEDULER, sql } from '@leakwatch/platform';
import { createTestEnvironment } from '@leakwatch/testing';
import fc from 'fast-check';
import { crawlerService } from '../../service.ts';
import type { CrawlerSettings } from '../../settings.ts';
import { mirrorFor } from '../mirrors/mirror.store.ts';
import { addToLedger, countLedger } from './blob-ledger.store.ts';
import { ListedBlobs } from './listed-blobs.ts';

let environment: Awaited<ReturnType<typeof createTestEnvironment>>;
let foundation: Awaited<ReturnType<typeof openFoundation<CrawlerSettings>>>;

beforeAll(async () => {
  environment = await createTestEnvironment();
  foundation = await openFoundation(crawlerService, environment.env);
});

afterAll(async () => {
  await foundation.close();
  await environment.drop();
});

interface Introduced {
  readonly oid: string;
  readonly path?: string;
}

/** What a ledger holds after several batches, the first `before` of which another listing wrote. */
async function written(batches: readonly (readonly Introduced[])[], before: number, listed: (isWhole: boolean) => ListedBlobs | undefined) {
  const { database } = foundation;
  const id = await database.inScope(SCHEDULER, (em) => mirrorFor(em, `https://dev.example/${newId()}`, '', newId()));
  const mirror = { id, organisation_id: null };
  for (const batch of batches.slice(0, before)) await database.inScope(SCHEDULER, (em) => addToLedger(em, mirror, batch));
  const blobs = listed(before === 0);
  for (const batch of batches.slice(before)) {
    const added = await database.inScope(SCHEDULER, (em) => addToLedger(em, mirror, batch, blobs));
    blobs?.remember(added);
  }
  return database.inScope(SCHEDULER, async (em) => ({
    rows: await rows(
      em,
      sql`select encode(oid, 'hex') as oid, name, path, row_number() over (order by ordinal)::int as place from crawler.blob
        where mirror_id = ${id} order by ordinal`,
    ),
    counts: await countLedger(em, id),
  }));
}

const introductions = fc.array(
  fc.record(
    {
      oid: fc.constantFrom('aa', 'bb', 'cc', 'dd').map((byte) => byte.repeat(20)),
      path: fc.constantFrom('a.txt', 'x/A.txt', 'b.txt', 'c/'),
    },
    { requiredKeys: ['oid'] },
  ),
  { maxLength: 6 },
);

it('a listing writes the same ledger however many blobs it remembers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(introductions, { maxLength: 5 }), fc.nat(2), fc.nat(6), async (batches, before, most) => {
      const plain = await written(batches, before, () => undefined);
      expect(await written(batches, before, (isWhole) => new ListedBlobs(isWhole, most))).toEqual(plain);
      expect(plain.counts.total).toBe(new Set(batches.flat().map(({ oid }) => oid)).size);
    }),
    { numRuns: 60 },
  );
});
