import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '@leakwatch/platform';
import { readMarks } from '../passes/marks.fixture.ts';
import { takeCohorts } from '../passes/scan-cohorts.store.ts';
import { countLedger } from '../repositories/ledger/blob-ledger.store.ts';
import { CrawlerStage } from '../testing/crawler-stage.fixture.ts';

let stage: CrawlerStage;
beforeAll(async () => {
  stage = await CrawlerStage.open();
});
afterAll(() => stage.close());

it('every pattern keeps the position of its mark, and no document is matched again or missed', async () => {
  const { client, database } = stage;
  await stage.migrateBefore('0107');
  const [organisation, foreign, own, shared] = [newId(), newId(), newId(), newId()];
  const marks: { mirror: string; organisation: string; pattern: string; ordinal: bigint }[] = [];
  for (const mirror of [own, shared]) {
    await client.query(`insert into crawler.mirror (id, address, credential_scope) values ($1, $2, '')`, [mirror, mirror]);
    for (let number = 0; number < 60; number++)
      for (const of of mirror === own ? [organisation] : [organisation, foreign])
        marks.push({ mirror, organisation: of, pattern: newId(), ordinal: [0n, 500n, 9_000_000_000n][number % 3] ?? 0n });
  }
  for (const { mirror, organisation: of, pattern, ordinal } of marks)
    await client.query('insert into crawler.scan_mark values ($1, $2, $3, $4)', [mirror, pattern, of, String(ordinal)]);
  // Two blobs with three names, one that cannot be read, and others before and behind the marks.
  for (const mirror of [own, shared])
    for (const [oid, name, ordinal, unread] of [
      ['aa', '', 400, null],
      ['aa', 'b.txt', 450, null],
      ['bb', '', 500, 'oversize'],
      ['cc', '', 501, null],
    ])
      await client.query(
        `insert into crawler.blob (mirror_id, oid, name, path, ordinal, unread) overriding system value values ($1, decode($2, 'hex'), $3, 'a', $4, $5)`,
        [mirror, oid, name, ordinal, unread],
      );
  expect(await stage.migrate()).toEqual(expect.arrayContaining(['0107-scan-cohorts', '0108-ledger-counts']));

  for (const mirror of [own, shared]) {
    const here = marks.filter((mark) => mark.mirror === mirror);
    const wanted = new Map(here.map(({ pattern, ordinal }) => [pattern, ordinal]));
    expect(await readMarks(database, mirror, [...wanted.keys()])).toEqual(wanted);
    expect(await stage.inScope((em) => countLedger(em, mirror))).toEqual({ total: 3, unread: 1 });
    // A scan takes the marks that it had, and no pattern of another organisation or task.
    const task = here.filter((mark, number) => mark.organisation === organisation && number % 4 < 2);
    const taken = await stage.inScope((em) => takeCohorts(em, mirror, new Map([[organisation, task.map(({ pattern }) => pattern)]])));
    expect(taken.marks).toEqual(new Map(task.map(({ pattern, ordinal }) => [pattern, ordinal])));
    expect(taken.cohorts.map(({ ordinal, documents }) => [ordinal, documents])).toEqual([
      [0n, 0],
      [500n, 2],
      [9_000_000_000n, 3],
    ]);
    expect(await readMarks(database, mirror, [...wanted.keys()])).toEqual(wanted);
  }
});
