import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '@leakwatch/platform';
import { scriptedSource, ScriptedUpstream } from './testing/scripted-source.fixture.ts';
import { UnitStage, wordPattern } from './testing/unit-stage.fixture.ts';
import { HEAD_START } from './turns.store.ts';

let stage: UnitStage;
beforeAll(async () => {
  stage = await UnitStage.open();
});
afterAll(() => stage.close());

const word = (organisation: string, n: number) => `${organisation}-word-${n}`;

/** The order in which organisations' queries are asked. */
async function order(queries: Readonly<Record<string, number>>, late: Readonly<Record<string, number>> = {}): Promise<string> {
  await stage.empty();
  const upstream = new ScriptedUpstream();
  const source = scriptedSource(upstream);
  const asked: string[] = [];
  upstream.before = (_, key) => void asked.push(key.slice(0, 1));
  const begin = async (organisation: string, count: number) => {
    const patterns = Array.from({ length: count }, (_, n) => wordPattern(word(organisation, n)));
    await stage.launch(source, await stage.save(source, { task_id: newId(), patterns }));
  };
  for (const [organisation, count] of Object.entries(queries)) await begin(organisation, count);
  await stage.work(source, 20);
  for (const [organisation, count] of Object.entries(late)) await begin(organisation, count);
  await stage.work(source);
  return asked.join('');
}

it('organisations take turns, however many queries one of them has', async () => {
  const asked = await order({ a: 60, b: 4, c: 4 });
  expect(asked).toHaveLength(68);
  // Twelve turns of three organisations.
  expect([...asked.slice(0, 12)].sort().join('')).toBe('aaaabbbbcccc');
});

it('an organisation that comes later gets its share from then on, and none for the time before', async () => {
  const asked = await order({ a: 100, b: 100 }, { c: 80 });
  const since = [...asked.slice(20)];
  const counts = (until: number) => ['a', 'b', 'c'].map((one) => since.slice(0, until).filter((other) => other === one).length);
  // A third each; who is next when it comes decides about one turn.
  for (const count of counts(15)) expect(Math.abs(count - 5)).toBeLessThanOrEqual(1);
});

it('an organisation with few queries goes before one with many', async () => {
  const asked = await order({ a: 100, b: 10, c: 10 });
  expect([...asked.slice(0, 20)].sort().join('')).toBe(`${'b'.repeat(10)}${'c'.repeat(10)}`);
});

it('and is never ahead by more than the head start, however often it comes', async () => {
  await stage.empty();
  const upstream = new ScriptedUpstream();
  const source = scriptedSource(upstream);
  const asked = { many: 0, few: 0 };
  upstream.before = (_, key) => void (asked[key.startsWith('many') ? 'many' : 'few'] += 1);
  const [large, small] = [newId(), newId()];
  const begin = async (organisation_id: string, name: string, count: number) => {
    const patterns = Array.from({ length: count }, (_, n) => wordPattern(word(name, n)));
    await stage.launch(source, await stage.save(source, { task_id: newId(), organisation_id, patterns }));
  };
  await begin(large, 'many', 150);
  for (let rounds = 0; rounds < 8; rounds += 1) {
    await begin(small, `few${rounds}`, 20);
    await stage.work(source, 20);
    expect(asked.few - asked.many).toBeLessThanOrEqual(HEAD_START + 1);
  }
  expect(asked.many).toBeGreaterThan(50);
});

it('a query that several organisations need costs each its part', async () => {
  await stage.empty();
  const upstream = new ScriptedUpstream();
  const source = scriptedSource(upstream);
  const asked: string[] = [];
  upstream.before = (_, key) => void asked.push(key.split('-')[0] ?? '');
  const words = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => wordPattern(word(prefix, n)));
  const tasks = [
    await stage.save(source, { task_id: newId(), patterns: words('shared', 120) }),
    await stage.save(source, { task_id: newId(), patterns: words('shared', 120) }),
    await stage.save(source, { task_id: newId(), patterns: words('alone', 120) }),
  ];
  for (const task of tasks) await stage.launch(source, task, 60);
  await stage.work(source, 9);
  // Two that share pay half of each: twice as many of their queries are asked.
  expect([asked.filter((one) => one === 'shared').length, asked.filter((one) => one === 'alone').length]).toEqual([6, 3]);
});

it('workers that list turns at the same moment share them: no unit is leased twice, and organisations take turns', async () => {
  await stage.empty();
  const source = scriptedSource(new ScriptedUpstream());
  for (const organisation of ['a', 'b']) {
    const patterns = Array.from({ length: 60 }, (_, n) => wordPattern(word(organisation, n)));
    await stage.launch(source, await stage.save(source, { task_id: newId(), patterns }));
  }
  const workers = [stage.turns(source), stage.turns(source), stage.turns(source)];
  const leased = [];
  for (let round = 0; round < 10; round += 1)
    for (const unit of await Promise.all(workers.map((worker) => worker.lease()))) leased.push(unit);
  const { rows } = await stage.client.query<{ id: string; key: string }>('select id, key from crawler.unit');
  const keys = new Map(rows.map(({ id, key }) => [id, key.slice(0, 1)]));
  expect(new Set(leased.map((unit) => unit?.id)).size).toBe(30);
  // A unit that another worker locks at that moment is passed over until turns are listed again.
  expect(Math.abs(leased.filter((unit) => keys.get(unit?.id ?? '') === 'a').length - 15)).toBeLessThanOrEqual(2);
});
