import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { newId } from '@leakwatch/platform';
import { scriptedSource, ScriptedUpstream } from './testing/scripted-source.fixture.ts';
import { UnitStage, wordPattern } from './testing/unit-stage.fixture.ts';

let stage: UnitStage;
let upstream: ScriptedUpstream;
beforeAll(async () => {
  stage = await UnitStage.open();
});
afterAll(() => stage.close());
beforeEach(async () => {
  await stage.empty();
  upstream = new ScriptedUpstream();
  for (let n = 0; n < 5; n += 1) {
    upstream.put(`east-${n}`, `east: ${n} is a secret`);
    upstream.put(`west-${n}`, `west: ${n} is a secret`);
  }
});

const channels = () => scriptedSource(upstream, { kind: 'telegram', channels: true });
/** Findings of a task: how often each document was published. */
async function published(task: string): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const { path, task_id } of await stage.findings()) if (task_id === task) counts.set(path, (counts.get(path) ?? 0) + 1);
  return counts;
}
const once = (name: string) => new Map(Array.from({ length: 5 }, (_, n) => [`${name}-${n}`, 1] as const));

const saveTask = (names: readonly string[], task_id = newId(), patterns = [wordPattern('secret')]) =>
  stage.save(channels(), { task_id, patterns, telegram_channels: [...names] });

async function launch(task: Awaited<ReturnType<typeof saveTask>>): Promise<void> {
  await stage.launch(channels(), task);
  await stage.work(channels());
}

it('a document meets the patterns of the tasks that named its channel, and of no other', async () => {
  const [east, west] = [await saveTask(['east']), await saveTask(['west'])];
  await launch(east);
  await launch(west);
  expect(await published(east.task_id)).toEqual(once('east'));
  expect(await published(west.task_id)).toEqual(once('west'));
});

it('a task that names a channel later meets what it held before, with patterns that it has had for long', async () => {
  const patterns = [wordPattern('secret')];
  const [first, second] = [await saveTask(['east', 'west']), await saveTask(['west'], newId(), patterns)];
  await launch(first);
  await launch(second);
  const wider = await saveTask(['west', 'east'], second.task_id, patterns);
  await launch(wider);
  expect(await published(second.task_id)).toEqual(new Map([...once('west'), ...once('east')]));
  expect(await published(first.task_id)).toEqual(new Map([...once('east'), ...once('west')]));
});

it('a task that left a channel gets nothing of it, and what it missed when it comes back', async () => {
  const patterns = [wordPattern('secret')];
  const [other, task] = [await saveTask(['east']), await saveTask(['east'], newId(), patterns)];
  await launch(task);
  await saveTask(['west'], task.task_id, patterns);
  upstream.put('east-new', 'east: another secret');
  await launch(other);
  expect(await published(task.task_id)).toEqual(once('east'));
  await launch(await saveTask(['east', 'west'], task.task_id, patterns));
  expect((await published(task.task_id)).get('east-new')).toBe(1);
  expect((await published(other.task_id)).get('east-new')).toBe(1);
});

it('a pattern that is added meets the whole channel, and the others nothing twice', async () => {
  const patterns = [wordPattern('secret')];
  const task = await saveTask(['east'], newId(), patterns);
  await launch(task);
  const wider = await saveTask(['east'], task.task_id, [...patterns, wordPattern('is a')]);
  await launch(wider);
  const texts = (await stage.findings()).map(({ path, pattern }) => `${pattern.text} ${path}`);
  expect(texts.sort()).toEqual([...once('east').keys()].flatMap((path) => [`is a ${path}`, `secret ${path}`]).sort());
});
