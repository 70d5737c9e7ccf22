import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { listAccountUse, listFleetSources, organisationQueue } from '@leakwatch/contracts';
import { createLogger, Metrics, newId, openRedis } from '@leakwatch/platform';
import { waitUntil } from '@leakwatch/testing';
import type { Redis } from 'ioredis';
import { AccountUse } from '../../accounts/account-use.ts';
import { RateWindows } from '../../accounts/rate-windows.ts';
import type { UnitSource } from '../../sources/unit-source.port.ts';
import { UpstreamError } from '../../accounts/upstream-error.ts';
import { openLaunch } from '../../launches/launch.store.ts';
import { endReading, leaseReading } from '../../mirror-readings/reading.store.ts';
import { wantReadings } from '../../mirror-readings/wanted-readings.store.ts';
import { NEW_READING } from '../../sources/git-repo/reading-state.ts';
import { gitJob, gitTask, repositoryAt } from '../../testing/git-task.fixture.ts';
import { KeepTask } from '../../watched-tasks/keep-task.ts';
import { scriptedSource, ScriptedUpstream } from '../testing/scripted-source.fixture.ts';
import { UnitStage, wordPattern } from '../testing/unit-stage.fixture.ts';
import { FleetController } from './fleet.controller.ts';
import { MeasureWork } from './measure-work.ts';

let stage: UnitStage;
beforeAll(async () => {
  stage = await UnitStage.open();
});
afterAll(() => stage.close());

const logger = createLogger('test', 'silent');
let redis: Redis;
beforeAll(async () => {
  redis = openRedis(stage.foundation.settings.REDIS_URL, logger);
  await waitUntil('redis', async () => redis.status === 'ready');
});
afterAll(() => redis.disconnect());

const use = () => new AccountUse(redis, logger);
const controllerOf = (source: UnitSource) => new FleetController(stage.foundation.database, [source], use(), new RateWindows(redis));

it('counts the units that tasks need before, during and after a pass, and none of a stopped task', async () => {
  const upstream = new ScriptedUpstream();
  upstream.put('alpha-1', 'alpha');
  const source = scriptedSource(upstream);
  const controller = controllerOf(source);
  const only = async () =>
    listFleetSources.answer.parse(await controller.getSources()).sources.filter(({ source_type: kind }) => kind === source.kind);
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
    requests: 0,
    refusals: 0,
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

it('measures what waits for a worker and what is in the hands of one', async () => {
  const source = scriptedSource(new ScriptedUpstream());
  const measured = async () => {
    const metrics = new Metrics('crawler');
    new MeasureWork(stage.foundation.database, metrics).onModuleInit();
    const lines = (await metrics.text()).split('\n').filter((line) => line.includes(`source="${source.kind}"`));
    return Object.fromEntries(
      lines.map((line) => [/state="(\w+)"/.exec(line)?.[1] ?? 'wait', Number(line.split(' ').at(-1))] satisfies [string, number]),
    );
  };
  expect(await measured()).toEqual({});
  const task = await stage.save(source, { task_id: newId(), patterns: [wordPattern('epsilon'), wordPattern('zeta')] });
  await stage.launch(source, task);
  expect(await measured()).toMatchObject({ due: 2, held: 0, wait: expect.any(Number) });
  await stage.lease(source);
  expect(await measured()).toMatchObject({ due: 1, held: 1 });
  await stage.forgetWorker();
  await stage.save(source, { ...task, running: false });
  expect(await measured()).toEqual({});
});

it('says where an organisation waits: behind those that have had less, and nowhere when nothing is wanted', async () => {
  const source = scriptedSource(new ScriptedUpstream());
  const controller = controllerOf(source);
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

it('says what service accounts did, what their sources allow them and for whom they worked', async () => {
  const rate = { requests: 10, seconds: 60, by: 'account' } as const;
  const source: UnitSource = { ...scriptedSource(new ScriptedUpstream()), rates: { search: rate } };
  const controller = controllerOf(source);
  const [used, unused, organisation] = [newId(), newId(), newId()];
  const shown = async () =>
    listAccountUse.answer.parse(await controller.getUse({ params: undefined, query: { account: [used, unused] }, body: undefined }))
      .accounts;
  const NONE = { requests: 0, refusals: 0, last_request: null, last_refusal: null, quota: [], serves: [] };
  expect(await shown()).toEqual([
    { id: used, ...NONE },
    { id: unused, ...NONE },
  ]);
  const windows = new RateWindows(redis);
  for (let at = 0; at < 3; at += 1) {
    await windows.spend({ source: source.kind, resource: 'search', of: `account:${used}` }, rate);
    use().count('request', source.kind, used);
  }
  use().count('refusal', source.kind, used);
  use().served(used, [organisation]);
  await redis.ping();
  expect(await shown()).toEqual([
    {
      id: used,
      requests: 3,
      refusals: 1,
      last_request: expect.any(String),
      last_refusal: expect.any(String),
      quota: [{ resource: 'search', left: 7, ends: expect.any(String) }],
      serves: [organisation],
    },
    { id: unused, ...NONE },
  ]);
  const [counted] = (await controller.getSources()).sources;
  expect(counted).toMatchObject({ source_type: source.kind, requests: 3, refusals: 1 });
});

it('counts the repositories that tasks monitor, and says where an organisation waits for them', async () => {
  const { database, bus } = stage.foundation;
  const controller = controllerOf(scriptedSource(new ScriptedUpstream()));
  const mirrors = async () =>
    listFleetSources.answer.parse(await controller.getSources()).sources.find(({ source_type: kind }) => kind === 'git_repo');
  const queueOf = async (id: string) =>
    organisationQueue.answer.parse(await controller.getQueue({ params: { id }, query: undefined, body: undefined })).sources;
  const keep = new KeepTask(database, [], bus);
  const shared = repositoryAt();
  const task = gitTask({ repositories: [shared, repositoryAt()] });
  const other = gitTask({ repositories: [{ ...shared, id: newId() }] });
  for (const one of [task, other]) {
    await keep.run(one);
    const job = gitJob(one);
    await stage.inScope(async (em) => {
      await openLaunch(em, job, true);
      await wantReadings(em, job.launch_id, one);
    });
  }
  expect(await mirrors()).toMatchObject({ units: 2, backlog: 2, reading: 0, failing: 0, never_read: 2, oldest_wanted: expect.any(String) });
  const leased = await stage.inScope((em) => leaseReading(em, { place: true, without: [] }));
  if (leased === undefined) throw new Error('no reading is due');
  expect(await mirrors()).toMatchObject({ backlog: 2, reading: 1 });
  expect(await queueOf(leased.organisation)).toMatchObject([{ source_type: 'git_repo', position: 2, of: 2 }]);
  await stage.inScope((em) => endReading(em, leased, { ...NEW_READING, status: 'repository_error', error_code: 'timeout' }, true));
  expect(await mirrors()).toMatchObject({ reading: 0, failing: 1 });
  for (const one of [task, other]) await keep.run({ ...one, version: 2, running: false });
  expect(await mirrors()).toMatchObject({ units: 0, backlog: 0, oldest_wanted: null });
});
