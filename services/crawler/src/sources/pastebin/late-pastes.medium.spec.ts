import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '@leakwatch/platform';
import { manyPastes, type PastebinApi, startPastebinApi } from '@leakwatch/simulators';
import { DIRECT, UnitStage, wordPattern } from '../../units/testing/unit-stage.fixture.ts';
import { PastebinSource } from './pastebin.source.ts';

let stage: UnitStage;
let api: PastebinApi;
const paste = (key: string) => ({ key, date: 1_700_000_000, body: Buffer.from(`a secret of ${key}`) });
beforeAll(async () => {
  stage = await UnitStage.open();
  await stage.empty();
  stage.pool = DIRECT;
  api = await startPastebinApi({ pastes: ['late0000', 'early000'].map(paste) });
});
afterAll(async () => {
  await api.close();
  await stage.close();
});

it('a paste that is not ready holds its pass for one more try; the next pass lists what came meanwhile, and reads it', async () => {
  const source = new PastebinSource({ PASTEBIN_API_URL: api.origin });
  const task = await stage.save(source, { task_id: newId(), source_types: ['pastebin'], patterns: [wordPattern('secret')] });
  const pass = async () => {
    await stage.launch(source, task);
    await stage.work(source);
    return [(await stage.findings()).map(({ path }) => path), (await stage.passes()).get('stream')];
  };
  const asked = () => api.requests.filter(({ path }) => path.endsWith('?i=late0000')).length;
  api.notReady.add('late0000');
  expect(await pass()).toMatchObject([['early000'], { read: 1, unread: { unavailable: 1 } }]);
  expect(asked()).toBe(2);

  // It is ready, and has left the list, which holds 250.
  api.pastes.unshift(...manyPastes(249), paste('newer000'));
  api.notReady.clear();
  const [paths, counts] = await pass();
  expect([paths, counts]).toEqual([['early000', 'newer000', 'late0000'], expect.objectContaining({ read: 251, unread: {} })]);
});
