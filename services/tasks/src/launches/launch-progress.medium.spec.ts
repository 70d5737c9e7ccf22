import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { LaunchFinished, LaunchProgress, RepositoryProgress } from '@leakwatch/contracts';
import { type Delivery, type Foundation, newId, openFoundation, rows, sql } from '@leakwatch/platform';
import { createTestEnvironment, type TestEnvironment } from '@leakwatch/testing';
import { REPOSITORY_STATUSES, REPOSITORY_TRANSITIONS } from '@leakwatch/vocabulary';
import { tasksService } from '../service.ts';
import { putOrganisation, putTasks, query } from '../tasks.fixture.ts';
import { LaunchesConsumer } from './launches.consumer.ts';

let environment: TestEnvironment;
let foundation: Foundation<Parameters<typeof tasksService.at>[0]>;
let consumer: LaunchesConsumer;
beforeAll(async () => {
  environment = await createTestEnvironment();
  foundation = await openFoundation(tasksService, environment.env);
  const { database, settings, bus } = foundation;
  consumer = new LaunchesConsumer(database, settings, { notify: () => undefined, close: async () => undefined }, bus);
});
afterAll(async () => {
  await foundation.close();
  await environment.drop();
});

const COUNT = 2_000;
let launch: Pick<LaunchProgress, 'launch_id' | 'task_id' | 'organisation_id' | 'source_type'>;
let repositories: readonly string[];

beforeEach(async () => {
  const { database } = foundation;
  const organisation = await putOrganisation(database);
  const [task = ''] = await putTasks(database, organisation, 1);
  launch = { launch_id: newId(), task_id: task, organisation_id: organisation, source_type: 'git_repo' };
  repositories = Array.from({ length: COUNT }, () => newId());
  await query(database, (em) =>
    rows(
      em,
      sql`insert into tasks.repository (id, task_id, organisation_id, position, title, url, default_branch, masked, remote_source, address)
          select id, ${task}, ${organisation}, n, 'r', 'https://git.example/r', 'main', 'https://git.example/r.git', 'custom', id::text
          from unnest(${[...repositories]}::uuid[]) with ordinality as r (id, n)`,
    ),
  );
  await query(database, (em) =>
    rows(
      em,
      sql`insert into tasks.launch (id, task_id, organisation_id, source_type, trigger, state, task_version)
          values (${launch.launch_id}, ${task}, ${organisation}, 'git_repo', 'schedule', 'released', 1)`,
    ),
  );
});

const state = (id: string, change: Partial<RepositoryProgress> = {}): RepositoryProgress => ({
  id,
  status: 'created',
  error_code: null,
  last_indexed: null,
  blobs_total: 0,
  blobs_scanned: 0,
  blobs_unread: 0,
  blobs_unchecked: 0,
  ...change,
});
const delivery = <P>(payload: P): Delivery<P> => ({ id: newId(), key: launch.launch_id, payload, publishedAt: new Date() });
const progress = (states: readonly RepositoryProgress[], percent = 0) =>
  delivery<LaunchProgress>({
    ...launch,
    progress: percent,
    activity_at: new Date().toISOString(),
    repositories: [...states],
    units: null,
  });
const finished = (states: readonly RepositoryProgress[]) =>
  delivery<LaunchFinished>({
    ...launch,
    outcome: 'done',
    error_code: null,
    finished_at: new Date().toISOString(),
    repositories: [...states],
    units: null,
  });

/** Rows of the task's repositories that `change` writes. */
async function written(change: () => Promise<void>): Promise<number> {
  const versions = async () =>
    new Map(
      (
        await query(foundation.database, (em) =>
          rows(
            em,
            sql<{ id: string; version: string }>`select id, xmin::text as version from tasks.repository where task_id = ${launch.task_id}`,
          ),
        )
      ).map(({ id, version }) => [id, version]),
    );
  const before = await versions();
  await change();
  return [...(await versions())].filter(([id, version]) => before.get(id) !== version).length;
}
const stored = () =>
  query(foundation.database, (em) =>
    rows(
      em,
      sql<{ id: string; status: string; blobs_total: number }>`
        select id, status, blobs_total from tasks.repository where task_id = ${launch.task_id}`,
    ),
  ).then((found) => new Map(found.map(({ id, ...rest }) => [id, rest])));

it('a launch over 2,000 repositories writes a row for each change of one, and none for what is repeated', async () => {
  const [first = '', second = ''] = repositories;
  const all = repositories.map((id) => state(id, { status: 'updating_local' }));
  expect(await written(() => consumer.progress([progress(all)]))).toBe(COUNT);
  expect(await written(() => consumer.progress([progress([])]))).toBe(0);
  const ready = state(first, { status: 'ready_to_search', blobs_total: 7, blobs_scanned: 7, last_indexed: '2026-01-02T03:04:05.678Z' });
  expect(await written(() => consumer.progress([progress([ready])]))).toBe(1);
  expect(await written(() => consumer.progress([progress([ready])]))).toBe(0);
  const end = all.map((one) => (one.id === first ? ready : one.id === second ? state(second, { status: 'repository_error' }) : one));
  expect(await written(() => consumer.finished([finished(end)]))).toBe(1);
  expect((await stored()).get(second)).toEqual({ status: 'repository_error', blobs_total: 0 });
});

it.each(REPOSITORY_STATUSES.flatMap((before) => REPOSITORY_STATUSES.map((reported) => [before, reported] as const)))(
  'a stored status of %s becomes what the table says when a crawler reports %s',
  async (before, reported) => {
    const [first = ''] = repositories;
    const code = before === 'repository_error' ? 'timeout' : null;
    await query(foundation.database, (em) =>
      rows(em, sql`update tasks.repository set status = ${before}, error_code = ${code} where id = ${first}`),
    );
    await consumer.progress([
      progress([state(first, { status: reported, ...(reported === 'repository_error' && { error_code: 'damaged' }) })]),
    ]);
    const [kept] = await query(foundation.database, (em) =>
      rows(em, sql<{ status: string; error_code: string | null }>`select status, error_code from tasks.repository where id = ${first}`),
    );
    const error = reported === 'repository_error' ? 'damaged' : reported === 'created' ? code : null;
    expect(kept).toEqual({ status: REPOSITORY_TRANSITIONS[before][reported], error_code: error });
  },
);

it('reports that arrive together are all kept, the newest of each repository', async () => {
  const [first = '', second = ''] = repositories;
  await consumer.progress([
    progress([state(first, { status: 'updating_local' }), state(second, { status: 'updating_local' })], 10),
    progress([state(first, { status: 'processing_commits', blobs_total: 4 })], 20),
    progress([state(first, { status: 'ready_to_search', blobs_total: 5 })], 30),
    progress([], 40),
  ]);
  const kept = await stored();
  expect([kept.get(first), kept.get(second)]).toEqual([
    { status: 'ready_to_search', blobs_total: 5 },
    { status: 'updating_local', blobs_total: 0 },
  ]);
  const [source] = await query(foundation.database, (em) =>
    rows(em, sql<{ progress: number }>`select progress from tasks.task_source where task_id = ${launch.task_id}`),
  );
  expect(source?.progress).toBe(40);
});
