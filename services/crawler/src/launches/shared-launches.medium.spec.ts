import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { type CrawlJob, findingsV1, launchFinishedV1, type TaskChange } from '@leakwatch/contracts';
import { MatchingPool } from '@leakwatch/matching';
import { CallerSigner, type Foundation, newId, openFoundation, openObjects, ServiceClients, Vault } from '@leakwatch/platform';
import { type GitStage, openGitStage } from '@leakwatch/simulators';
import { createTestEnvironment, type TestEnvironment, waitUntil } from '@leakwatch/testing';
import pg from 'pg';
import { KeepContents } from '../evidence/keep-contents.ts';
import { Extractor } from '../extraction/extractor.ts';
import type { SourceDocument } from '../scanning/source-document.ts';
import { SCREENING_PROGRAM } from '../screening/screening-jobs.ts';
import { crawlerService } from '../service.ts';
import { GitRepoSource } from '../sources/git-repo/git-repo.source.ts';
import { RepositoryReader } from '../sources/git-repo/repository-reader.ts';
import { KeepTask } from '../watched-tasks/keep-task.ts';
import { LearnTask } from '../watched-tasks/learn-task.ts';
import { RunLaunch } from './run-launch.ts';

// Starts git processes, on machines that may be busy.
jest.setTimeout(120_000);

/** Counts what is read from git, and may hold it up. */
class CountingReader extends RepositoryReader {
  read: string[] = [];
  hold: Promise<void> = Promise.resolve();
  begun = 0;

  override async *documents(...options: Parameters<RepositoryReader['documents']>): AsyncGenerator<SourceDocument, void, undefined> {
    this.begun += 1;
    await this.hold;
    for await (const document of super.documents(...options)) {
      if (document.bytes !== undefined) this.read.push(document.path);
      yield document;
    }
  }
}

let git: GitStage;
let environment: TestEnvironment;
let foundation: Foundation<Parameters<typeof crawlerService.at>[0]>;
let client: pg.Client;
let pool: MatchingPool;
let reader: CountingReader;
let source: GitRepoSource;
let keep: KeepTask;
let launches: RunLaunch;
const extractor = new Extractor();
/** Stands for the tasks service, which opens every repository as the one of the test. */
const tasksService = createServer((_, answer) => {
  answer.setHeader('content-type', 'application/json');
  answer.end(JSON.stringify({ address: git.server.url('repo.git'), credentials: null }));
});

/** Enough for git to keep a pack, so that it is screened while it is listed. A third each holds the one word, the other word and none. */
const FILES = 300;
const EACH = FILES / 3;
const WORDS = ['lantern', 'dolphin', 'nothing'];
const files = Object.fromEntries(Array.from({ length: FILES }, (_, n) => [`file-${n}.txt`, `${n} ${WORDS[n % WORDS.length]}`]));

beforeAll(async () => {
  git = await openGitStage();
  git.scratch.commit(files);
  await new Promise<void>((ready) => tasksService.listen(0, '127.0.0.1', ready));
  const address = tasksService.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  environment = await createTestEnvironment({ TASKS_URL: `http://127.0.0.1:${address.port}`, GIT_ALLOW_PRIVATE_ADDRESSES: 'true' });
  foundation = await openFoundation(crawlerService, environment.env);
  client = new pg.Client({ connectionString: environment.databaseUrl });
  await client.connect();
  const { database, settings, bus, logger } = foundation;
  const clients = new ServiceClients(settings, new CallerSigner(settings.LEAKWATCH_SIGNING_KEYS));
  pool = new MatchingPool({ threads: 2, program: SCREENING_PROGRAM });
  reader = new CountingReader(database, settings, clients, extractor, bus);
  const contents = new KeepContents(database, await openObjects(settings), new Vault(settings.LEAKWATCH_SEALING_KEYS), logger);
  source = new GitRepoSource(database, reader, contents, pool, bus, logger);
  keep = new KeepTask(database, [], bus);
  launches = new RunLaunch(database, new LearnTask(keep, clients), pool, bus, logger);
});
afterAll(async () => {
  await pool.close();
  await extractor.onModuleDestroy();
  await client.end();
  await foundation.close();
  await environment.drop();
  await git.close();
  await new Promise((closed) => tasksService.close(closed));
});

async function runningTask(organisation: string, address: string, text: string): Promise<TaskChange> {
  const task: TaskChange = {
    task_id: newId(),
    organisation_id: organisation,
    version: 1,
    title: 'a task',
    running: true,
    archived: false,
    delete_events: false,
    source_types: ['git_repo'],
    patterns: [{ id: newId(), kind: 'deep', text }],
    filter_keywords: [],
    filter_mode: 'exclude',
    repositories: [{ id: newId(), title: text, url: address, default_branch: 'main', address, credential_scope: '' }],
  };
  await keep.run(task);
  return task;
}

const launch = (task: TaskChange): Promise<void> => {
  const job: CrawlJob = {
    launch_id: newId(),
    task_id: task.task_id,
    organisation_id: task.organisation_id,
    source_type: 'git_repo',
    trigger: 'start',
    task_version: task.version,
  };
  return launches.run(source, job, new AbortController().signal);
};
const messages = async (topic: string, { task_id: task }: TaskChange): Promise<unknown[]> =>
  (
    await client.query(`select payload from bus.message where topic = $1 and payload ->> 'task_id' = $2 order by position`, [topic, task])
  ).rows.map(({ payload }) => payload);
const findingsOf = async (task: TaskChange) => (await messages(findingsV1.topic, task)).map((payload) => findingsV1.schema.parse(payload));
const endsOf = async (task: TaskChange) =>
  (await messages(launchFinishedV1.topic, task)).map((payload) => launchFinishedV1.schema.parse(payload));

it('launches of one organisation that are started together read each file of the repository once, those of another read for themselves', async () => {
  const [organisation, address] = [newId(), `https://dev.example/${newId()}`];
  const first = await runningTask(organisation, address, 'lantern');
  const second = await runningTask(organisation, address, 'dolphin');
  const foreign = await runningTask(newId(), address, 'lantern');
  await Promise.all([first, second].map(launch));
  // Those without a word of either task are passed over.
  expect(reader.read).toHaveLength(2 * EACH);
  await launch(foreign);
  expect(reader.read).toHaveLength(3 * EACH);
  for (const task of [first, second, foreign]) {
    const findings = await findingsOf(task);
    expect(new Set(findings.map(({ path }) => path)).size).toBe(EACH);
    expect(findings).toHaveLength(EACH);
    for (const { pattern, container, organisation_id: of } of findings) {
      expect(pattern).toEqual(task.patterns[0]);
      expect(of).toBe(task.organisation_id);
      // Each task has its own title for the repository.
      expect(container.title).toBe(pattern.text);
    }
    expect(await endsOf(task)).toMatchObject([
      { outcome: 'done', repositories: [{ status: 'ready_to_search', blobs_total: FILES, blobs_scanned: FILES, blobs_unread: 0 }] },
    ]);
  }
});

it('a launch that waits for the scan of another one ends when its task is stopped, and the other one goes on', async () => {
  const [organisation, address] = [newId(), `https://dev.example/${newId()}`];
  const first = await runningTask(organisation, address, 'lantern');
  const second = await runningTask(organisation, address, 'dolphin');
  let goOn = (): void => undefined;
  reader.hold = new Promise((resolve) => (goOn = resolve));
  reader.begun = 0;
  const scans = launch(first);
  await waitUntil('the first launch to scan', async () => reader.begun > 0);
  const waits = launch(second);
  await keep.run({ ...second, version: 2, running: false });
  await waits;
  expect(await endsOf(second)).toMatchObject([{ outcome: 'cancelled' }]);
  goOn();
  await scans;
  expect(await endsOf(first)).toMatchObject([{ outcome: 'done' }]);
  expect(await findingsOf(first)).toHaveLength(EACH);
  expect(await findingsOf(second)).toEqual([]);
});
