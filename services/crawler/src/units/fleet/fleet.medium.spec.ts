import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { listFleetSources, organisationQueue } from '@leakwatch/contracts';
import { newId } from '@leakwatch/platform';
import { UpstreamError } from '../../accounts/upstream-error.ts';
import { scriptedSource, ScriptedUpstream } from '../testing/scripted-source.fixture.ts';
import { UnitStage, wordPattern } from '../testing/unit-stage.fixture.ts';
import { FleetController } from './fleet.controller.ts';

let stage: UnitStage;
beforeAll(async () => {
  stage = await UnitStage.open();
});
afterAll(() => stage.close());

it('counts the units that tasks need before, during and after a pass, and none of a stopped task', async () => {
  const upstream = new ScriptedUpstream();
  upstream.put('alpha-1', 'alpha');
  const source = scriptedSource(upstream);
  const controller = new FleetController(stage.foundation.database, [source]);
  const only = async () => listFleetSources.answer.parse(await controller.getSources()).sources;
  const NONE = {
    source_type: source.kind,
    units: 0,
    backlog: 0,
    reading: 0,
    oldest_wanted: null,
    failing: 0,
    silent: 0,
    silent_since: null,
    never_read: 0,
    oldest_read: null,
  };
  expect(await only()).toEqual([NONE]);

  const task = await stage.save(source, { task_id: newId(), patterns: [wordPattern('alpha'), wordPattern('beta')] });
  expect(await only()).toEqual([{ ...NONE, units: 2, never_read: 2 }]);
  await stage.launch(source, task);
  expect(await only()).toEqual([{ ...NONE, units: 2, backlog: 2, never_read: 2, oldest_wanted: expect.any(String) }]);
  await stage.lease(source);
  expect(await only()).toMatchObject([{ backlog: 2, reading: 1 }]);
  await stage.forgetWorker();

  upstream.before = (request, key) => {
    if (request === 'ask' && key.startsWith('beta')) throw new UpstreamError('unavailable');
  };
  await stage.work(source, 20);
  expect(await only()).toMatchObject([{ units: 2, backlog: 1, failing: 1, never_read: 1, oldest_read: expect.any(String) }]);

  await stage.save(source, { ...task, running: false });
  expect(await only()).toEqual([NONE]);
});

it('says where an organisation waits: behind those that have had less, and nowhere when nothing is wanted', async () => {
  const source = scriptedSource(new ScriptedUpstream());
  const controller = new FleetController(stage.foundation.database, [source]);
  const queueOf = async (id: string) =>
    organisationQueue.answer.parse(await controller.getQueue({ params: { id }, query: undefined, body: undefined })).sources;
  const [greedy, modest] = [newId(), newId()];
  const save = (organisation_id: string, words: readonly string[]) =>
    stage.save(source, { task_id: newId(), organisation_id, patterns: words.map((word) => wordPattern(word)) });
  const [first, second] = [await save(greedy, ['gamma', 'delta']), await save(modest, ['gamma'])];
  expect(await queueOf(greedy)).toEqual([]);
  await stage.launch(source, first);
  await stage.work(source);
  await stage.launch(source, first);
  await stage.launch(source, second);
  expect(await queueOf(modest)).toMatchObject([{ source_type: source.kind, units: 1, of: 2, position: 1 }]);
  expect(await queueOf(greedy)).toMatchObject([{ units: 2, of: 2, position: 2 }]);
  expect(await queueOf(newId())).toEqual([]);
  await stage.work(source);
  expect(await queueOf(greedy)).toEqual([]);
});
