import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '@leakwatch/platform';
import { type PastebinApi, startPastebinApi } from '@leakwatch/simulators';
import { DIRECT, UnitStage, wordPattern } from '../../units/testing/unit-stage.fixture.ts';
import { PastebinSource } from './pastebin.source.ts';

let stage: UnitStage;
let api: PastebinApi;
beforeAll(async () => {
  stage = await UnitStage.open();
  await stage.empty();
  stage.pool = DIRECT;
  const body = Buffer.from(`${'filler '.repeat(20)}\nthe secret is at the end\n`);
  api = await startPastebinApi({ pastes: [{ key: 'a0000000', date: 1_700_000_000, body }] });
});
afterAll(async () => {
  await api.close();
  await stage.close();
});

it('a leak in the part of a paste that was cut is found by the next pass, once', async () => {
  const source = new PastebinSource({ PASTEBIN_API_URL: api.origin });
  const task = await stage.save(source, { task_id: newId(), source_types: ['pastebin'], patterns: [wordPattern('secret')] });
  const found: number[] = [];
  api.cut.add('a0000000');
  for (let passes = 0; passes < 3; passes += 1) {
    await stage.launch(source, task);
    await stage.work(source);
    found.push((await stage.findings()).length);
    api.cut.clear();
  }
  expect(found).toEqual([0, 1, 1]);
});
