import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '@leakwatch/platform';
import { waitUntil } from '@leakwatch/testing';
import { CrawlerStage } from '../testing/crawler-stage.fixture.ts';
import { addUnchecked } from './unchecked-documents.store.ts';

let stage: CrawlerStage;
beforeAll(async () => {
  stage = await CrawlerStage.open();
  await stage.client.query(`set leakwatch.scope = 'scheduler'`);
});
afterAll(() => stage.close());

it('rows are locked in the order of their key, whichever task is named first: two passes never wait for each other', async () => {
  const mirror = await stage.newMirror();
  const organisation = newId();
  const [first, second] = [newId(), newId()].toSorted();
  const documents = (...ordinals: string[]) => new Map(ordinals.map((ordinal) => [ordinal, new Set(['a pattern'])]));
  const all = [
    { task: second ?? '', organisation, documents: documents('2', '1') },
    { task: first ?? '', organisation, documents: documents('10', '9') },
  ];
  const add = () => stage.inScope((em) => addUnchecked(em, mirror, all));
  await add();
  const key = `from crawler.unchecked_document where mirror_id = $1 and task_id = $2 and ordinal = $3 for update nowait`;
  const lock = (task: string | undefined, ordinal: number) => stage.client.query(`select ordinal ${key}`, [mirror, task, ordinal]);
  await stage.client.query('begin');
  await lock(first, 9);
  const adding = add();
  await waitUntil('the other transaction waits', async () => {
    const { rows } = await stage.client.query<{ waits: boolean }>('select exists (select from pg_locks where not granted) as waits');
    return rows[0]?.waits === true;
  });
  // It has none of the rows that follow.
  for (const [task, ordinal] of [
    [first, 10],
    [second, 1],
    [second, 2],
  ] as const)
    expect((await lock(task, ordinal)).rowCount).toBe(1);
  await stage.client.query('commit');
  await adding;
});
