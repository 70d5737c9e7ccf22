import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '@leakwatch/platform';
import type { UnitSource } from '../sources/unit-source.port.ts';
import { scriptedSource, ScriptedUpstream } from './testing/scripted-source.fixture.ts';
import { UnitStage, wordPattern } from './testing/unit-stage.fixture.ts';

let stage: UnitStage;
beforeAll(async () => {
  stage = await UnitStage.open();
});
afterAll(() => stage.close());

/** No message holds it. */
const ENDLESS = 'n'.repeat(33 * 1024 * 1024);

/** The upstream gives one document a name that no message holds. */
function withEndlessName(source: UnitSource, key: string): UnitSource {
  return {
    ...source,
    fetch: async (reference, context) => {
      const documents = await source.fetch(reference, context);
      return reference.key === key ? documents.map((document) => ({ ...document, path: ENDLESS })) : documents;
    },
  };
}

it('a finding that no message holds is left out, its document counts as not read, and all others are found once', async () => {
  const upstream = new ScriptedUpstream();
  for (let n = 0; n < 5; n += 1) upstream.put(`doc-${n}`, `a secret ${n}`);
  const source = withEndlessName(scriptedSource(upstream), 'doc-2');
  const tasks = await Promise.all([1, 2].map(() => stage.save(source, { task_id: newId(), patterns: [wordPattern('secret')] })));
  for (const pass of [1, 2]) {
    for (const task of tasks) await stage.launch(source, task);
    expect(await stage.work(source, 50)).toBeLessThan(50);
    const [counts] = (await stage.passes()).values();
    expect([pass, counts]).toMatchObject([pass, { returned: 5, read: 4, unread: { not_published: 1 } }]);
  }
  const found = (await stage.findings()).map(({ task_id, path }) => `${tasks.findIndex((task) => task.task_id === task_id)} ${path}`);
  expect(found.sort()).toEqual([0, 1].flatMap((task) => [0, 1, 3, 4].map((n) => `${task} doc-${n}`)));
});

it('is read again when it has changed', async () => {
  await stage.empty();
  const upstream = new ScriptedUpstream();
  upstream.put('doc-2', 'a secret');
  const plain = scriptedSource(upstream);
  const task = await stage.save(plain, { task_id: newId(), patterns: [wordPattern('secret')] });
  for (const source of [withEndlessName(plain, 'doc-2'), plain]) {
    await stage.launch(source, task);
    await stage.work(source, 50);
    upstream.put('doc-2', 'another secret');
  }
  expect((await stage.findings()).map(({ path }) => path)).toEqual(['doc-2']);
});
