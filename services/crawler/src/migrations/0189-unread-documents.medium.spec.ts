import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '@leakwatch/platform';
import { CrawlerStage } from '../testing/crawler-stage.fixture.ts';

let stage: CrawlerStage;
beforeAll(async () => {
  stage = await CrawlerStage.open();
});
afterAll(() => stage.close());

it('what could not be read is due once, and nothing else', async () => {
  const { client } = stage;
  await stage.migrateBefore('0189');
  const mirror = newId();
  await client.query(`insert into crawler.mirror (id, address, credential_scope) values ($1, $2, '')`, [mirror, mirror]);
  const reasons = [null, 'damaged', 'encrypted', 'not_supported', 'missing', 'over_bound', 'interrupted'];
  for (const [at, reason] of reasons.entries()) {
    await client.query(
      `insert into crawler.blob (mirror_id, oid, path, unread, interruptions, read_again_at)
       values ($1, decode($2, 'hex'), $3, $4, 0, case when $4 = 'interrupted' then now() + interval '1 day' end)`,
      [mirror, `0${at}`, String(reason), reason],
    );
    await client.query(
      `insert into crawler.document (id, source_type, version, matched_version, unread) values (decode($1, 'hex'), 'gist', '1', 7, $2)`,
      [`0${at}`, reason],
    );
  }
  expect(await stage.migrate()).toContain('0189-unread-documents');
  const blobs = await client.query<{ path: string }>('select path from crawler.blob where interruptions is null order by oid');
  expect(blobs.rows.map(({ path }) => path)).toEqual(['damaged', 'encrypted', 'not_supported']);
  const documents = await client.query<{ unread: string }>('select unread from crawler.document where matched_version is null order by id');
  expect(documents.rows.map(({ unread }) => unread)).toEqual(['damaged', 'encrypted', 'not_supported', 'over_bound']);
});
