import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { newId } from '@leakwatch/platform';
import { UpstreamError } from '../accounts/upstream-error.ts';
import { ALL_TRIES } from './fetch-references.ts';
import type { UnitSource } from '../sources/unit-source.port.ts';
import { scriptedSource, ScriptedUpstream } from './testing/scripted-source.fixture.ts';
import { UnitStage, wordPattern } from './testing/unit-stage.fixture.ts';

let stage: UnitStage;
let upstream: ScriptedUpstream;
/** The states with which passes began. */
let planned: unknown[] = [];
beforeAll(async () => {
  stage = await UnitStage.open();
});
afterAll(() => stage.close());
beforeEach(async () => {
  await stage.empty();
  upstream = new ScriptedUpstream();
  planned = [];
  for (let n = 0; n < 9; n += 1) upstream.put(`doc-${n}`, `${n} holds a secret`);
});

/** Three slices, each of some documents, of which the upstream fails at the second one. */
function failingAt(isLeft: boolean): UnitSource {
  const plain = scriptedSource(upstream);
  upstream.before = (request, key) => {
    if (request === 'ask' && key === 'secret 1') throw new UpstreamError('unavailable');
  };
  return {
    ...plain,
    plan: (_, state) => {
      planned.push(state);
      return [{ page: 0 }, { page: 1 }, { page: 2 }];
    },
    ask: async (slice, context) => {
      const { state: _, ...answer } = await plain.ask(slice, context);
      return { ...answer, more: [] };
    },
    leaving: () => (isLeft ? { state: { left: true } } : undefined),
  };
}

const paths = async () => (await stage.findings()).map(({ path }) => path).sort();

it('a slice about one of many at which the upstream keeps failing is left out: the others are read, and the pass is incomplete', async () => {
  const source = failingAt(true);
  const task = await stage.save(source, { task_id: newId(), patterns: [wordPattern('secret')] });
  await stage.launch(source, task);
  await stage.work(source, 20);
  expect(await paths()).toEqual(['doc-0', 'doc-1', 'doc-2', 'doc-6', 'doc-7', 'doc-8']);
  expect((await stage.passes()).get('secret')).toMatchObject({ incomplete: true, read: 6 });
  // The first, the third, and the tries of the second.
  expect(upstream.asks).toBe(10);

  // The next pass asks for it again.
  upstream.before = () => undefined;
  await stage.launch(source, task);
  await stage.work(source, 20);
  expect(await paths()).toHaveLength(9);
  expect((await stage.passes()).get('secret')).toMatchObject({ incomplete: false, read: 9 });
  expect(planned).toEqual([undefined, { left: true }]);
});

it('a slice that others follow from is asked until it is answered', async () => {
  const source = failingAt(false);
  const task = await stage.save(source, { task_id: newId(), patterns: [wordPattern('secret')] });
  await stage.launch(source, task);
  await stage.work(source, 20);
  expect(await paths()).toHaveLength(3);
  upstream.before = () => undefined;
  await stage.work(source, 20);
  expect(await paths()).toHaveLength(9);
});

it('a document at which the upstream keeps failing is asked for once with the word that it is the last try', async () => {
  const plain = scriptedSource(upstream);
  const lastTries: (boolean | undefined)[] = [];
  const source: UnitSource = {
    ...plain,
    fetch: async (reference, context) => {
      if (reference.key !== 'doc-0') return plain.fetch(reference, context);
      lastTries.push(context.isLastTry);
      if (context.isLastTry !== true) throw new UpstreamError('unavailable');
      const [document] = await plain.fetch(reference, context);
      if (document === undefined) throw new Error('no document');
      return [document, { ...document, path: 'rest', bytes: undefined, unread: 'unavailable' }];
    },
  };
  const task = await stage.save(source, { task_id: newId(), patterns: [wordPattern('secret')] });
  for (let passes = 0; passes < 20; passes += 1) {
    await stage.launch(source, task);
    await stage.work(source);
  }
  expect(lastTries).toEqual([...Array.from({ length: ALL_TRIES - 1 }, () => false), true]);
  expect(await paths()).toHaveLength(9);
  expect((await stage.passes()).get('secret')).toMatchObject({ unread: { unavailable: 1 }, read: 8 });
});
