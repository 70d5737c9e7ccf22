import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { storageUseV1 } from '@leakwatch/contracts';
import { rows, STAFF, sql } from '@leakwatch/platform';
import fc from 'fast-check';
import pg from 'pg';
import { openEvidence } from '../evidence/evidence.fixture.ts';
import { AddUpStorage } from './add-up-storage.ts';

let evidence: Awaited<ReturnType<typeof openEvidence>>;
let client: pg.Client;
beforeAll(async () => {
  evidence = await openEvidence();
  client = new pg.Client({ connectionString: evidence.environment.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await evidence.close();
});

const inStaff = <T>(query: ReturnType<typeof sql<T>>): Promise<T[]> => evidence.foundation.database.inScope(STAFF, (em) => rows(em, query));
const addUp = (page?: number) => evidence.app.get(AddUpStorage).run(page);
const counted = async (organisation: string) => {
  const [found] = await inStaff(
    sql<{ items: number; bytes: number }>`select items::int, bytes::int from events.storage where organisation_id = ${organisation}`,
  );
  return found ?? { items: 0, bytes: 0 };
};
const stored = async (organisation: string) => {
  const [found] = await inStaff(
    sql<{ items: number; bytes: number }>`select count(*)::int as items, coalesce(sum(kept_bytes), 0)::int as bytes
      from events.evidence where organisation_id = ${organisation}`,
  );
  return found;
};
const published = async (organisation: string) => {
  const found = await client.query(
    `select payload from bus.message where topic = $1 and payload ->> 'organisation_id' = $2 order by position`,
    [storageUseV1.topic, organisation],
  );
  return found.rows.map(({ payload }) => storageUseV1.schema.parse(payload));
};

it('counts what is kept and what was deleted for each organisation, and publishes each change once', async () => {
  const [ours, theirs] = [await evidence.owner(), await evidence.owner()];
  const one = ours.of.organisation_id;
  await evidence.leak(ours.of, Buffer.from('a document'), [{ byte_ranges: [{ start: 0, end: 1 }] }]);
  // The same content is kept once.
  await evidence.leak(ours.of, Buffer.from('a document'), [{ path: 'elsewhere', byte_ranges: [{ start: 0, end: 1 }] }]);
  await evidence.leak(ours.of, Buffer.from('another'), [{ path: 'third', byte_ranges: [{ start: 0, end: 1 }] }]);
  await evidence.leak(theirs.of, Buffer.from('a document'), [{ byte_ranges: [{ start: 0, end: 1 }] }]);
  await addUp();
  await addUp();
  expect(await counted(one)).toEqual({ items: 2, bytes: 17 });
  expect(await counted(theirs.of.organisation_id)).toEqual({ items: 1, bytes: 10 });

  await evidence.age(one, 400);
  await evidence.sweep();
  await addUp();
  expect(await counted(one)).toEqual({ items: 0, bytes: 0 });
  const messages = await published(one);
  expect(messages.at(-1)).toMatchObject({ part: 'content', items: 0, bytes: 0 });
  const versions = messages.map(({ version }) => version);
  expect(versions).toEqual([...new Set(versions)].toSorted((left, right) => left - right));
});

it('agrees with what is stored after any sequence of insertions and deletions, however the changes are added up', async () => {
  const organisations = [crypto.randomUUID(), crypto.randomUUID()];
  const step = fc.record({
    organisation: fc.constantFrom(...organisations),
    hash: fc.integer({ min: 0, max: 5 }),
    bytes: fc.integer({ min: 0, max: 1_000 }),
    act: fc.constantFrom('keep', 'keep', 'delete', 'add_up'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.integer({ min: 1, max: 4 }), async (steps, page) => {
      for (const { organisation, hash, bytes, act } of steps) {
        if (act === 'keep')
          await inStaff(sql`insert into events.evidence (organisation_id, hash, object_id, bytes, kept_bytes, first_line, captured_at, address)
            values (${organisation}, ${String(hash)}, gen_random_uuid(), ${bytes}, ${bytes}, 1, now(), 'a') on conflict do nothing`);
        else if (act === 'delete')
          await inStaff(sql`delete from events.evidence where organisation_id = ${organisation} and hash = ${String(hash)}`);
        else await addUp(page);
      }
      await addUp(page);
      for (const organisation of organisations) expect(await counted(organisation)).toEqual(await stored(organisation));
    }),
    { numRuns: 15 },
  );
});
