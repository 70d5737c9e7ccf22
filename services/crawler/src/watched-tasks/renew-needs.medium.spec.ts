import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { newId, rows, sql } from '@leakwatch/platform';
import type { UnitSource } from '../sources/unit-source.port.ts';
import { scriptedSource, ScriptedUpstream } from '../units/testing/scripted-source.fixture.ts';
import { UnitStage, wordPattern } from '../units/testing/unit-stage.fixture.ts';
import { KeepTask } from './keep-task.ts';
import { RenewNeeds } from './renew-needs.ts';

let stage: UnitStage;
let upstream: ScriptedUpstream;
beforeAll(async () => {
  stage = await UnitStage.open();
});
afterAll(() => stage.close());
beforeEach(async () => {
  await stage.empty();
  upstream = new ScriptedUpstream();
  upstream.put('one', 'alpha beta');
});

/** How a version before asked: for whole texts, where this one asks for words. */
const before = (): UnitSource => ({
  ...scriptedSource(upstream),
  unitsFor: ({ patterns }) =>
    patterns.map(({ id, text }) => ({ key: `text ${text}`, request: { words: ['no', 'such', 'document'] }, patterns: [id] })),
});
const renewal = (source: UnitSource) => {
  const { database, bus, logger } = stage.foundation;
  return new RenewNeeds(database, new KeepTask(database, [source], bus), logger);
};
const keys = async (task: string) =>
  (
    await stage.inScope((em) =>
      rows(
        em,
        sql<{ key: string }>`select u.key from crawler.subscription s join crawler.unit u on u.id = s.unit_id
            where s.task_id = ${task} order by u.key`,
      ),
    )
  ).map(({ key }) => key);

it('a task that a version before stored gets the units of this version, and what only they find, once', async () => {
  const task = await stage.save(before(), { task_id: newId(), patterns: [wordPattern('alpha beta')] });
  await stage.launch(before(), task);
  await stage.work(before());
  expect([await keys(task.task_id), await stage.findings()]).toEqual([['text alpha beta'], []]);

  const now = scriptedSource(upstream);
  const renew = renewal(now);
  expect(await renew.run()).toBe(1);
  expect(await keys(task.task_id)).toEqual(['alpha beta']);
  for (const _ of [1, 2]) {
    await stage.launch(now, task);
    await stage.work(now);
    expect((await stage.findings()).map(({ path, task_id }) => [path, task_id])).toEqual([['one', task.task_id]]);
  }
  // The same process has seen all tasks; the next one finds nothing to change.
  expect([await renew.run(), await renewal(now).run()]).toEqual([0, 0]);
});

it('tasks that do not run, and those whose units are the same, are left alone', async () => {
  const now = scriptedSource(upstream);
  await stage.save(now, { task_id: newId(), patterns: [wordPattern('alpha')] });
  const stopped = await stage.save(before(), { task_id: newId(), patterns: [wordPattern('beta')], running: false });
  expect(await renewal(now).run()).toBe(0);
  expect(await keys(stopped.task_id)).toEqual([]);
});

it('a task that cannot be derived keeps its units, holds up no other, and is tried again', async () => {
  const tasks = [];
  for (let n = 0; n < 3; n += 1) tasks.push(await stage.save(before(), { task_id: newId(), patterns: [wordPattern(`word${n}`)] }));
  const [bad] = tasks;
  const now = scriptedSource(upstream);
  let fails = true;
  const renew = renewal({
    ...now,
    unitsFor: (task) => {
      if (fails && task.task_id === bad?.task_id) throw new Error('not a pattern of this version');
      return now.unitsFor(task);
    },
  });
  expect(await renew.run()).toBe(2);
  expect(await keys(bad?.task_id ?? '')).toEqual(['text word0']);
  fails = false;
  expect(await renew.run()).toBe(1);
  expect(await keys(bad?.task_id ?? '')).toEqual(['word0']);
});

it('a task that is changed while it is renewed keeps the newer version', async () => {
  const id = newId();
  await stage.save(before(), { task_id: id, patterns: [wordPattern('alpha')] });
  const now = scriptedSource(upstream);
  const [renewed] = await Promise.all([renewal(now).run(), stage.save(now, { task_id: id, patterns: [wordPattern('beta')] })]);
  expect(renewed).toBeLessThanOrEqual(1);
  expect(await keys(id)).toEqual(['beta']);
});
