import { expect, it } from '@jest/globals';
import { newId, openFoundation, rows, SCHEDULER, sql, type SqlEntityManager } from '@leakwatch/platform';
import { createTestEnvironment } from '@leakwatch/testing';
import { crawlerService } from '../../service.ts';
import { mirrorFor } from '../mirrors/mirror.store.ts';
import { addToLedger } from './blob-ledger.store.ts';

const KNOWN = 3_000;
const NEW = 5;

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

it('adds to a ledger of any length without reading what is known', async () => {
  const environment = await createTestEnvironment();
  const foundation = await openFoundation(crawlerService, environment.env);
  const { database } = foundation;
  try {
    const id = await database.inScope(SCHEDULER, (em) => mirrorFor(em, 'https://dev.example/large', '', newId()));
    const mirror = { id, organisation_id: null };
    await database.inScope(SCHEDULER, (em) => addToLedger(em, mirror, introductions(0, KNOWN)));
    const read = await database.inScope(SCHEDULER, async (em) => {
      const before = await readRows(em);
      await addToLedger(em, mirror, introductions(KNOWN, NEW));
      return (await readRows(em)) - before;
    });
    expect(read).toBeLessThan(10 * NEW);
  } finally {
    await foundation.close();
    await environment.drop();
  }
});
