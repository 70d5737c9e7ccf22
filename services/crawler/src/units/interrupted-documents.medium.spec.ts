import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { newId, rows, sql } from '@leakwatch/platform';
import { DeadlyDocuments } from '../extraction/deadly-documents.fixture.ts';
import { zip } from '../extraction/documents.fixture.ts';
import type { UnitSource } from '../sources/unit-source.port.ts';
import { scriptedSource, type ScriptedOptions, ScriptedUpstream } from './testing/scripted-source.fixture.ts';
import { UnitStage, wordPattern } from './testing/unit-stage.fixture.ts';

/** Two processes read a document before it is left for later. */
const TRIES = 2;

let stage: UnitStage;
let upstream: ScriptedUpstream;
let deadly: DeadlyDocuments;
beforeAll(() => {
  // Before any process is started.
  deadly = new DeadlyDocuments();
});
afterAll(() => deadly.close());
beforeEach(async () => {
  stage = await UnitStage.open();
  upstream = new ScriptedUpstream();
  deadly.set({});
  for (const name of ['a', 'victim', 'z']) upstream.put(name, `the secret of ${name}`);
});
afterEach(() => stage.close());

/** Every document is an archive with one file. */
function archives(options: ScriptedOptions = {}): UnitSource {
  const plain = scriptedSource(upstream, options);
  return {
    ...plain,
    fetch: async (reference, context) =>
      (await plain.fetch(reference, context)).map((one) =>
        one.bytes === undefined ? one : { ...one, bytes: zip({ 'inside.txt': Buffer.from(one.bytes).toString() }) },
      ),
  };
}
const watch = (source: UnitSource) => stage.save(source, { task_id: newId(), patterns: [wordPattern('secret')] });
type Task = Awaited<ReturnType<typeof watch>>;

/** A launch: the counts of its pass, and all that was found so far, with repetitions. */
async function launch(source: UnitSource, task: Task, key = 'secret') {
  await stage.launch(source, task);
  await stage.work(source);
  const { read, unread, returned } = (await stage.passes()).get(key) ?? {};
  const found = (await stage.findings()).map(({ path }) => path.slice(0, path.indexOf('!') === -1 ? undefined : path.indexOf('!')));
  return { found: found.sort(), read, unread, returned };
}
const waiting = () =>
  stage.inScope((em) =>
    rows(
      em,
      sql<{ key: string; interruptions: number; minutes: number }>`
        select key, interruptions, round(extract(epoch from read_again_at - now()) / 60)::int as minutes from crawler.reference`,
    ),
  );
const timePasses = () =>
  stage.inScope((em) => rows(em, sql`update crawler.reference set read_again_at = now() where read_again_at is not null`));

it.each([
  ['a query', {}, 'secret'],
  ['a stream', { stream: true }, 'stream'],
] as const)(
  'a document of %s whose processes are killed holds nothing up, and a later pass finds what is in it',
  async (_, options, key) => {
    const source = archives(options);
    const task = await watch(source);
    deadly.set({ victim: 99 });
    const before = deadly.kills;
    const without = { returned: 3, read: 2, unread: { interrupted: 1 } };
    expect(await launch(source, task, key)).toMatchObject(without);
    expect(deadly.kills - before).toBe(TRIES);
    // Nothing is due.
    expect(await launch(source, task, key)).toMatchObject(without);
    expect(deadly.kills - before).toBe(TRIES);
    expect(await waiting()).toEqual([{ key: 'victim', interruptions: 1, minutes: 5 }]);
    expect(await stage.findings()).toHaveLength(2);

    deadly.set({});
    await timePasses();
    const whole = { returned: 3, read: 3, unread: {} };
    expect(await launch(source, task, key)).toMatchObject(whole);
    expect(await stage.findings()).toHaveLength(3);
    expect(await launch(source, task, key)).toMatchObject(whole);
    expect(await stage.findings()).toHaveLength(3);
    expect(await waiting()).toEqual([]);
  },
);

it('a document that ends its processes every time is tried again after growing pauses alone, and is never given up', async () => {
  const source = archives();
  const task = await watch(source);
  deadly.set({ victim: 99 });
  const before = deadly.kills;
  const pauses: (number | undefined)[] = [];
  for (let round = 1; round <= 3; round += 1) {
    expect(await launch(source, task)).toMatchObject({ read: 2, unread: { interrupted: 1 } });
    await launch(source, task);
    expect(deadly.kills - before).toBe(TRIES * round);
    pauses.push((await waiting())[0]?.minutes);
    await timePasses();
  }
  expect(pauses).toEqual([5, 20, 80]);
  await stage.inScope((em) => rows(em, sql`update crawler.reference set interruptions = 1000`));
  await launch(source, task);
  expect(await waiting()).toEqual([{ key: 'victim', interruptions: 1001, minutes: 7 * 24 * 60 }]);
  // Another version may be another matter.
  upstream.put('victim', 'another secret');
  deadly.set({});
  expect(await launch(source, task)).toMatchObject({ read: 3, unread: {} });
});
