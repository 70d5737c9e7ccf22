import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId, openFoundation, rows, SCHEDULER, sql, type SqlEntityManager } from '@leakwatch/platform';
import { createTestEnvironment, waitUntil } from '@leakwatch/testing';
import { crawlerService } from '../../service.ts';
import type { CrawlerSettings } from '../../settings.ts';
import { mirrorFor } from '../mirrors/mirror.store.ts';
import { addToLedger } from './blob-ledger.store.ts';
import { ledgerOids, ledgerPage, ledgerRows } from './ledger-rows.store.ts';

const KNOWN = 3_000;
const NEW = 5;
const PAGE = 1_000;
const LAST = '9223372036854775807';

const introductions = (from: number, count: number) =>
  Array.from({ length: count }, (_, number) => ({ oid: String(from + number).padStart(40, '0'), path: `folder/${from + number}.txt` }));

/** Rows of the ledger that this connection has read since it reported its counts, which it does between transactions. */
async function readRows(em: SqlEntityManager): Promise<number> {
  const [counted] = await rows(
    em,
    sql<{ read: number }>`select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables
      where schemaname = 'crawler' and relname = 'blob'`,
  );
  return counted?.read ?? 0;
}

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

it('adds to a ledger of any length without reading what is known', async () => {
  const { database } = foundation;
  const id = await database.inScope(SCHEDULER, (em) => mirrorFor(em, 'https://dev.example/large', '', newId()));
  const mirror = { id, organisation_id: null };
  await database.inScope(SCHEDULER, (em) => addToLedger(em, mirror, introductions(0, KNOWN)));
  const read = await database.inScope(SCHEDULER, async (em) => {
    const before = await readRows(em);
    await addToLedger(em, mirror, introductions(KNOWN, NEW));
    return (await readRows(em)) - before;
  });
  expect(read).toBeLessThan(10 * NEW);
});

it('reads a page of a ledger without reading what follows it, also where nothing is known of the mirror yet', async () => {
  const { database } = foundation;
  const id = await database.inScope(SCHEDULER, (em) => mirrorFor(em, 'https://dev.example/pages', '', newId()));
  await database.inScope(SCHEDULER, (em) => addToLedger(em, { id, organisation_id: null }, introductions(0, KNOWN)));
  const pages = await database.inScope(SCHEDULER, async (em) => {
    const before = await readRows(em);
    const { ordinals } = await ledgerPage(em, id, '0', { limit: PAGE, paths: true });
    const paged = await readRows(em);
    const wanted = await ledgerRows(em, id, [...ordinals.subarray(0, NEW)]);
    const wantedRead = await readRows(em);
    const oids = await ledgerOids(em, id, '0', LAST, PAGE);
    const read = [paged - before, wantedRead - paged, (await readRows(em)) - wantedRead];
    return { page: ordinals.length, wanted: wanted.length, oids: oids?.count, read };
  });
  expect(pages).toEqual({ page: PAGE, wanted: NEW, oids: PAGE, read: [PAGE, NEW, PAGE] });
});

it('writes no row without a mirror, and none for one that is being deleted', async () => {
  const { database } = foundation;
  const gone = { id: newId(), organisation_id: null };
  await database.inScope(SCHEDULER, (em) => addToLedger(em, gone, introductions(0, NEW)));
  const id = await database.inScope(SCHEDULER, (em) => mirrorFor(em, 'https://dev.example/deleted', '', newId()));
  let adding: Promise<unknown> = Promise.resolve();
  await database.inScope(SCHEDULER, async (em) => {
    await rows(em, sql`delete from crawler.mirror where id = ${id}`);
    adding = database.inScope(SCHEDULER, (other) => addToLedger(other, { id, organisation_id: null }, introductions(0, NEW)));
    await waitUntil('the writer to wait', () =>
      database.inScope(SCHEDULER, async (other) => {
        const [found] = await rows(other, sql<{ waits: boolean }>`select exists (select from pg_locks where not granted) as waits`);
        return found?.waits;
      }),
    );
  });
  await adding;
  const left = await database.inScope(SCHEDULER, (em) =>
    rows(em, sql<{ oid: Buffer }>`select oid from crawler.blob where mirror_id in (${gone.id}, ${id})`),
  );
  expect(left).toEqual([]);
});
