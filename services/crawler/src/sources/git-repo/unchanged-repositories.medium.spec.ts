import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { findingsV1, type TaskChange } from '@leakwatch/contracts';
import { newId } from '@leakwatch/platform';
import { GitCrawler } from '../../testing/git-crawler.fixture.ts';
import { GitLaunches } from '../../testing/git-launches.fixture.ts';
import { gitTask, repositoryAt } from '../../testing/git-task.fixture.ts';
import { RepositoryReader } from './repository-reader.ts';

const REPOSITORIES = 12;
/** Of a remote that is asked for its refs: by the crawler, which follows redirects, and twice by git. */
const LOOK = 3;

let crawler: GitCrawler<RepositoryReader>;
let launches: GitLaunches;
let task: TaskChange;
beforeAll(async () => {
  crawler = await GitCrawler.open({ 'a.txt': 'a lantern' }, (...needs) => new RepositoryReader(...needs));
  launches = await GitLaunches.open(crawler);
  task = await crawler.watch(
    gitTask({
      patterns: [{ id: newId(), kind: 'deep', text: 'lantern' }],
      repositories: Array.from({ length: REPOSITORIES }, () => repositoryAt()),
    }),
  );
});
afterAll(async () => {
  await launches.close();
  await crawler.close();
});

/** Runs a launch; returns the state of each repository and how often the server was asked. */
async function launch() {
  const before = crawler.git.server.requests.length;
  const { outcome, repositories } = await launches.run(task);
  return { outcome, repositories, requests: crawler.git.server.requests.length - before };
}
const findings = async () =>
  (await crawler.stage.published(findingsV1.topic, 'task_id', task.task_id)).map((payload) => findingsV1.schema.parse(payload));
/** Reports name repositories in the order of their ids. */
const all = (state: object) =>
  task.repositories.toSorted((one, other) => (one.id < other.id ? -1 : 1)).map(({ id }) => expect.objectContaining({ id, ...state }));

it('repositories that did not change are asked for their refs alone; what changes is found in each, once', async () => {
  const read = { status: 'ready_to_search', error_code: null, blobs_scanned: 1, blobs_total: 1 };
  expect(await launch()).toMatchObject({ outcome: 'done', repositories: all(read) });
  expect(await findings()).toHaveLength(REPOSITORIES);

  expect(await launch()).toEqual({ outcome: 'done', repositories: all(read), requests: LOOK * REPOSITORIES });
  expect(await findings()).toHaveLength(REPOSITORIES);

  crawler.git.scratch.commit({ 'b.txt': 'another lantern' });
  expect(await launch()).toMatchObject({ outcome: 'done', repositories: all({ ...read, blobs_scanned: 2, blobs_total: 2 }) });
  expect(await findings()).toHaveLength(2 * REPOSITORIES);
});

it('a new pattern meets what unchanged repositories hold', async () => {
  task = await crawler.watch({ ...task, version: 2, patterns: [...task.patterns, { id: newId(), kind: 'deep', text: 'another' }] });
  const before = (await findings()).length;
  expect(await launch()).toMatchObject({ outcome: 'done', requests: LOOK * REPOSITORIES });
  expect((await findings()).slice(before).map(({ pattern, path }) => [pattern.text, path])).toEqual(
    Array.from({ length: REPOSITORIES }, () => ['another', 'b.txt']),
  );
});

it('a server that refuses several questions at once is asked again; one that has no such repository is not', async () => {
  const { behaviours } = crawler.git.server;
  behaviours.set('/repo.git', { kind: 'status', status: 404 });
  expect(await launch()).toMatchObject({
    outcome: 'failed',
    repositories: all({ status: 'repository_error', error_code: 'repository_not_found' }),
    requests: REPOSITORIES,
  });
  behaviours.set('/repo.git', { kind: 'status', status: 429 });
  expect(await launch()).toMatchObject({
    outcome: 'failed',
    repositories: all({ status: 'repository_error', error_code: 'unavailable' }),
    requests: 2 * REPOSITORIES,
  });
  behaviours.delete('/repo.git');
  expect(await launch()).toMatchObject({ outcome: 'done', repositories: all({ status: 'ready_to_search', error_code: null }) });
});
