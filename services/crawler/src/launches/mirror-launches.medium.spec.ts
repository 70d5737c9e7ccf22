import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import {
  type CrawlJob,
  type LaunchFinished,
  launchFinishedV1,
  type LaunchProgress,
  launchProgressV1,
  type RepositoryProgress,
  type TaskChange,
} from '@leakwatch/contracts';
import { CallerSigner, rows, SCHEDULER, ServiceClients, sql } from '@leakwatch/platform';
import { type LeasedReading, endReading, leaseReading, writeReading } from '../mirror-readings/reading.store.ts';
import { NEW_READING, type ReadingState } from '../sources/git-repo/reading-state.ts';
import { Superseded } from '../superseded.ts';
import { CrawlerStage } from '../testing/crawler-stage.fixture.ts';
import { gitJob, gitTask, repositoryAt } from '../testing/git-task.fixture.ts';
import { KeepTask } from '../watched-tasks/keep-task.ts';
import { LearnTask } from '../watched-tasks/learn-task.ts';
import { mirrorLaunchesToReport, repositoriesToReport } from './mirror-launches.store.ts';
import { OpenLaunch } from './open-launch.ts';
import { ReportMirrorLaunches } from './report-mirror-launches.ts';

const MANY = 2_000;

let stage: CrawlerStage;
let keep: KeepTask;
let opening: OpenLaunch;
let reports: ReportMirrorLaunches;
beforeAll(async () => {
  stage = await CrawlerStage.open();
  const { database, bus, settings } = stage.foundation;
  keep = new KeepTask(database, [], bus);
  opening = new OpenLaunch(database, new LearnTask(keep, new ServiceClients(settings, new CallerSigner(settings.LEAKWATCH_SIGNING_KEYS))));
  reports = new ReportMirrorLaunches(database, bus);
});
afterAll(async () => {
  expect(await stage.close()).toBe(0);
});

beforeEach(async () => {
  await stage.rows(sql`delete from crawler.mirror_use`);
  await stage.rows(sql`update crawler.launch set ended_at = now()`);
});

async function begin(repositories: number): Promise<{ readonly task: TaskChange; readonly job: CrawlJob }> {
  const task = gitTask({ repositories: Array.from({ length: repositories }, () => repositoryAt()) });
  await keep.run(task);
  const job = gitJob(task);
  await opening.run(job, new AbortController().signal);
  return { task, job };
}
const progressOf = async ({ launch_id: launch }: CrawlJob): Promise<LaunchProgress[]> =>
  (await stage.published(launchProgressV1.topic, 'launch_id', launch)).map((payload) => launchProgressV1.schema.parse(payload));
const endsOf = async ({ launch_id: launch }: CrawlJob): Promise<LaunchFinished[]> =>
  (await stage.published(launchFinishedV1.topic, 'launch_id', launch)).map((payload) => launchFinishedV1.schema.parse(payload));

/** All readings of a task that are due. */
async function leaseAll({ task_id: task }: TaskChange): Promise<LeasedReading[]> {
  const leased: LeasedReading[] = [];
  for (;;) {
    const reading = await stage.inScope((em) => leaseReading(em, { place: true, without: [] }));
    if (reading === undefined) return leased;
    if (reading.task === task) leased.push(reading);
  }
}
const READ: ReadingState = { ...NEW_READING, status: 'ready_to_search' };
const end = (reading: LeasedReading, state: Partial<ReadingState> = {}, failed = false) =>
  stage.inScope((em) => endReading(em, reading, { ...READ, ...state }, failed));

it('a launch over 2,000 repositories reports each change once, and all of them at its end', async () => {
  const { task, job } = await begin(MANY);
  await reports.run();
  for (let number = 0; number < MANY; number += 1) {
    const reading = await stage.inScope((em) => leaseReading(em, { place: true, without: [] }));
    if (reading === undefined) throw new Error('no reading is due');
    await stage.inScope((em) => writeReading(em, reading, { ...NEW_READING, status: 'updating_local', percent: 10 }));
    await end(reading, { blobs_total: number });
    if (number % 500 === 0) await reports.run();
  }
  await reports.run();
  const [ended] = await endsOf(job);
  expect(ended?.outcome).toBe('done');
  const sent = await progressOf(job);
  expect(sent[0]?.repositories).toHaveLength(MANY);
  const known = new Map<string, RepositoryProgress>();
  let repeated = 0;
  for (const { repositories } of sent)
    for (const repository of repositories) {
      if (JSON.stringify(known.get(repository.id)) === JSON.stringify(repository)) repeated += 1;
      known.set(repository.id, repository);
    }
  // The end says the rest.
  expect([repeated, sent.slice(1).reduce((sum, { repositories }) => sum + repositories.length, 0)]).toEqual([0, 1_501]);
  expect(ended?.repositories.map(({ id }) => id).toSorted()).toEqual(task.repositories.map(({ id }) => id).toSorted());
  expect(ended?.repositories.every(({ status, last_indexed: at }) => status === 'ready_to_search' && at !== null)).toBe(true);
});

it('ends at once where its last repository was read while it was reported', async () => {
  const { task, job } = await begin(1);
  await reports.run();
  const [one] = await leaseAll(task);
  if (one === undefined) throw new Error('no reading');
  await stage.inScope((em) => writeReading(em, one, { ...NEW_READING, status: 'updating_local', percent: 10 }));
  await stage.inScope(async (em) => {
    const [state] = await mirrorLaunchesToReport(em);
    if (state === undefined) throw new Error('nothing to report');
    await end(one);
    expect(await repositoriesToReport(em, state, false)).toEqual([]);
  });
  await reports.run();
  expect(await endsOf(job)).toMatchObject([{ outcome: 'done' }]);
});

it('contains a change that was under way when the launch was last reported', async () => {
  const { task, job } = await begin(2);
  await reports.run();
  const [one] = await leaseAll(task);
  if (one === undefined) throw new Error('no reading');
  await stage.client.query('begin');
  await stage.client.query("select set_config('leakwatch.scope', 'scheduler', true)");
  await stage.client.query(`update crawler.mirror_use set status = 'updating_local' where mirror_id = $1`, [one.mirror]);
  await stage.inScope((em) =>
    rows(em, sql`update crawler.launch set reported_at = now() - interval '1 minute' where launch_id = ${job.launch_id}`),
  );
  await reports.run();
  await stage.client.query('commit');
  await reports.run();
  const sent = await progressOf(job);
  expect(sent.map(({ repositories }) => repositories.map(({ status }) => status))).toEqual([
    ['created', 'created'],
    [],
    ['updating_local'],
  ]);
  await reports.run();
  expect(await progressOf(job)).toHaveLength(3);
});

it.each([
  { name: 'every repository fails', failing: [true, true], outcome: 'failed', error_code: 'timeout' },
  { name: 'one of them fails', failing: [true, false], outcome: 'done', error_code: 'timeout' },
  { name: 'none fails', failing: [false, false], outcome: 'done', error_code: null },
])('the end of a launch of which $name', async ({ failing, outcome, error_code }) => {
  const { task, job } = await begin(failing.length);
  for (const [at, reading] of (await leaseAll(task)).entries())
    await (failing[at] === true ? end(reading, { status: 'repository_error', error_code: 'timeout' }, true) : end(reading));
  await reports.run();
  expect(await endsOf(job)).toMatchObject([{ outcome, error_code }]);
});

it('a launch over no repository is done at once', async () => {
  const { job } = await begin(0);
  await reports.run();
  expect(await endsOf(job)).toMatchObject([{ outcome: 'done', repositories: [] }]);
});

it('a repository that was being read when the launch began is read once more for it', async () => {
  const { task, job } = await begin(1);
  const [reading] = await leaseAll(task);
  if (reading === undefined) throw new Error('no reading');
  await keep.run({ ...task, version: 2, running: false });
  await reports.run();
  await keep.run({ ...task, version: 3 });
  const next = gitJob({ ...task, version: 3 });
  await opening.run(next, new AbortController().signal);
  await end(reading, { blobs_total: 1 });
  await reports.run();
  expect([await endsOf(job), await endsOf(next)]).toMatchObject([[{ outcome: 'cancelled' }], []]);
  const [again] = await leaseAll(task);
  if (again === undefined) throw new Error('no reading');
  await end(again, { blobs_total: 2 });
  await reports.run();
  expect(await endsOf(next)).toMatchObject([{ outcome: 'done', repositories: [{ blobs_total: 2 }] }]);
});

it('repositories that a task names since its launch began, and those whose mirror was deleted, are read too', async () => {
  const { task, job } = await begin(1);
  const more = { ...task, version: 2, repositories: [...task.repositories, repositoryAt()] };
  await keep.run(more);
  await reports.run();
  const readings = await leaseAll(task);
  expect(readings).toHaveLength(2);
  const [kept, lost] = readings;
  if (kept === undefined || lost === undefined) throw new Error('no reading');
  await end(kept);
  await stage.inScope((em) => rows(em, sql`delete from crawler.mirror_use where mirror_id = ${lost.mirror}`));
  await stage.inScope((em) => rows(em, sql`update crawler.launch set reported_at = now() - interval '1 minute'`));
  await reports.run();
  const [again] = await leaseAll(task);
  if (again === undefined) throw new Error('no reading');
  await end(again);
  await reports.run();
  expect(await endsOf(job)).toMatchObject([{ outcome: 'done', repositories: [{}, {}] }]);
});

it('a repository of an organisation that has the fewest in hand is leased first', async () => {
  const large = await begin(5);
  const small = await begin(1);
  const leased: string[] = [];
  for (let n = 0; n < 6; n += 1) {
    const reading = await stage.database.inScope(SCHEDULER, (em) => leaseReading(em, { place: true, without: [] }));
    leased.push(reading?.organisation ?? '');
  }
  const { organisation_id: rare } = small.task;
  expect(leased.indexOf(rare)).toBeLessThanOrEqual(1);
  expect(leased.filter((organisation) => organisation === large.task.organisation_id)).toHaveLength(5);
});

it('a small launch does not wait for a large one of its organisation, and neither for repositories that wait for a place', async () => {
  const large = await begin(6);
  const small = gitTask({ organisation_id: large.task.organisation_id });
  const lease = (place: boolean) => stage.inScope((em) => leaseReading(em, { place, without: [] }));
  await lease(true);
  await keep.run(small);
  await opening.run(gitJob(small), new AbortController().signal);
  expect(await lease(true)).toMatchObject({ task: small.task_id });
  await stage.inScope((em) => rows(em, sql`update crawler.mirror_use set needs_place = true where task_id = ${large.task.task_id}`));
  expect([await lease(false), await lease(true)]).toMatchObject([undefined, { task: large.task.task_id, needsPlace: true }]);
});

it('a worker whose lease another one has taken over writes nothing', async () => {
  const { task } = await begin(1);
  const [late] = await leaseAll(task);
  if (late === undefined) throw new Error('no reading');
  await stage.inScope((em) =>
    rows(em, sql`update crawler.mirror_use set leased_until = now() - interval '1 second' where task_id = ${task.task_id}`),
  );
  const [next] = await leaseAll(task);
  expect(next?.epoch).not.toBe(late.epoch);
  expect(await stage.inScope((em) => writeReading(em, late, READ))).toBe(false);
  await expect(end(late)).rejects.toThrow(Superseded);
});
