import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '@leakwatch/platform';
import { waitUntil } from '@leakwatch/testing';
import { claimReferences } from './claims.store.ts';
import { addReferences } from './references.store.ts';
import { scriptedSource, ScriptedUpstream } from './testing/scripted-source.fixture.ts';
import { UnitStage, wordPattern } from './testing/unit-stage.fixture.ts';

let stage: UnitStage;
beforeAll(async () => {
  stage = await UnitStage.open();
});
afterAll(() => stage.close());

it('a document that another unit finishes to read in the same moment is not read once more', async () => {
  const source = scriptedSource(new ScriptedUpstream());
  const task = await stage.save(source, { task_id: newId(), patterns: [wordPattern('alpha')] });
  await stage.launch(source, task);
  const unit = await stage.lease(source);
  if (unit === undefined) throw new Error('no unit is due');
  const container = { key: 'scripted', title: 'Scripted', url: 'https://scripted.example', owner: 'scripted' };
  const reference = { key: 'a', version: '1', container, hint: { key: 'a' } };
  await stage.inScope((em) => addReferences(em, unit, [reference]));
  const [first] = (await stage.inScope((em) => claimReferences(em, unit, 4))).claimed;
  if (first === undefined) throw new Error('the document is not claimed');
  await stage.client.query('update crawler.document set claimed_by = $1', [newId()]);

  // The other unit has written that it is read, and has not committed.
  await stage.client.query('begin');
  await stage.client.query(
    `update crawler.document set version = '1', matched_version = (select version from crawler.watch_clock), claimed_by = null, claimed_until = null`,
  );
  const claiming = stage.inScope((em) => claimReferences(em, unit, 4));
  await waitUntil('the claim waits', async () => {
    const waiting = await stage.client.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return waiting.rows.length > 0;
  });
  await stage.client.query('commit');
  expect(await claiming).toEqual({ claimed: [], known: { read: 1, unread: {} } });
  const left = await stage.client.query(
    'select 1 from crawler.reference union all select 2 from crawler.document where claimed_by is not null',
  );
  expect(left.rows).toEqual([]);
});
