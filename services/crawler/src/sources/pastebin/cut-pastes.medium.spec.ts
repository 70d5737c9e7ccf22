import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { newId } from '@leakwatch/platform';
import { type PastebinApi, startPastebinApi } from '@leakwatch/simulators';
import { DIRECT, UnitStage, wordPattern } from '../../units/testing/unit-stage.fixture.ts';
import { PastebinSource } from './pastebin.source.ts';

let stage: UnitStage;
let api: PastebinApi;
beforeAll(async () => {
  stage = await UnitStage.open();
  stage.pool = DIRECT;
  const body = Buffer.from(`${'filler '.repeat(20)}\nthe secret is at the end\n`);
  api = await startPastebinApi({ pastes: [{ key: 'a0000000', date: 1_700_000_000, body }] });
});
beforeEach(() => stage.empty());
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

it('a paste that is read further says what was found in it before, each time it is read further', async () => {
  const source = new PastebinSource({ PASTEBIN_API_URL: api.origin });
  const line = 'one secret, another secret and a secret of the third in a line';
  const paste = { key: 'b0000000', date: 1_700_000_000, body: Buffer.from(`${line}\nno more`) };
  api.pastes.unshift(paste, { ...paste, key: 'c0000000' });
  api.cut.add(paste.key);
  const task = await stage.save(source, { task_id: newId(), source_types: ['pastebin'], patterns: [wordPattern('secret')] });
  const pass = async () => {
    await stage.launch(source, task);
    await stage.work(source);
    return (await stage.findings()).filter(({ container }) => container.key === paste.key);
  };
  const [cut] = await pass();
  expect(cut).toMatchObject({ continues: null, document: { version: `1700000000:${Math.floor(paste.body.byteLength / 2)}` } });
  api.cut.clear();
  const [, whole] = await pass();
  expect(whole?.lines_hash).not.toBe(cut?.lines_hash);
  expect(whole).toMatchObject({ continues: cut?.lines_hash, document: { version: `1700000000:${paste.body.byteLength}` } });
  const other = (await stage.findings()).find(({ container }) => container.key === 'c0000000');
  expect(other).toMatchObject({ continues: null, lines_hash: whole?.lines_hash });
  // Edited, it begins anew.
  api.pastes.splice(0, 1, { ...paste, date: 1_700_000_001, body: Buffer.from(`${paste.body.toString()} of the secret`) });
  expect((await pass()).at(-1)).toMatchObject({ continues: null, document: { version: expect.stringMatching(/^1700000001:/) } });
});
