import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { findingsV1, launchFinishedV1, type TaskChange } from '@leakwatch/contracts';
import { MatchingPool } from '@leakwatch/matching';
import { newId, openObjects, rows, sql, Vault } from '@leakwatch/platform';
import { KeepContents } from '../../evidence/keep-contents.ts';
import { RunLaunch } from '../../launches/run-launch.ts';
import { SCREENING_PROGRAM } from '../../screening/screening-jobs.ts';
import { GitCrawler } from '../../testing/git-crawler.fixture.ts';
import { gitJob, gitTask, repositoryAt } from '../../testing/git-task.fixture.ts';
import { LearnTask } from '../../watched-tasks/learn-task.ts';
import { GitRepoSource } from './git-repo.source.ts';
import { RepositoryReader } from './repository-reader.ts';

const REPOSITORIES = 12;
/** Of a remote that is asked for its refs: by the crawler, which follows redirects, and twice by git. */
const LOOK = 3;

let crawler: GitCrawler<RepositoryReader>;
let pool: MatchingPool;
let source: GitRepoSource;
let launches: RunLaunch;
let task: TaskChange;
beforeAll(async () => {
  crawler = await GitCrawler.open({ 'a.txt': 'a lantern' }, (...needs) => new RepositoryReader(...needs));
  const { database, settings, bus, logger } = crawler.stage.foundation;
  pool = new MatchingPool({ threads: 1, program: SCREENING_PROGRAM });
  const contents = new KeepContents(database, await openObjects(settings), new Vault(settings.LEAKWATCH_SEALING_KEYS), logger);
  source = new GitRepoSource(database, crawler.reader, contents, pool, bus, logger);
  launches = new RunLaunch(database, new LearnTask(crawler.keepTask, crawler.clients), pool, bus, logger);
  task = await crawler.watch(
    gitTask({
      patterns: [{ id: newId(), kind: 'deep', text: 'lantern' }],
      repositories: Array.from({ length: REPOSITORIES }, () => repositoryAt()),
    }),
  );
});
afterAll(async () => {
  await pool.close();
  await crawler.close();
});

/** Runs a launch; returns the state of each repository and how often the server was asked. */
async function launch() {
  const job = gitJob(task);
  const before = crawler.git.server.requests.length;
  await launches.run(source, job, new AbortController().signal);
  const [end] = await crawler.stage.published(launchFinishedV1.topic, 'launch_id', job.launch_id);
  const { outcome, repositories } = launchFinishedV1.schema.parse(end);
  // What was fetched within the last seconds is not fetched again.
  await crawler.stage.inScope((em) => rows(em, sql`update crawler.mirror set fetched_at = now() - interval '1 minute'`));
  return { outcome, repositories, requests: crawler.git.server.requests.length - before };
}
const findings = async () =>
  (await crawler.stage.published(findingsV1.topic, 'task_id', task.task_id)).map((payload) => findingsV1.schema.parse(payload));
const all = (state: object) => task.repositories.map(({ id }) => expect.objectContaining({ id, ...state }));

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

it('a server that refuses several questions at once is asked again in turn; one that has no such repository is not', async () => {
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
    requests: 2 * REPOSITORIES - 1,
  });
  behaviours.delete('/repo.git');
  expect(await launch()).toMatchObject({ outcome: 'done', repositories: all({ status: 'ready_to_search', error_code: null }) });
});
