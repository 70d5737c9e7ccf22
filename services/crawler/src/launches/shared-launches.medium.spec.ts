import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { findingsV1, launchFinishedV1, type TaskChange } from '@leakwatch/contracts';
import { MatchingPool } from '@leakwatch/matching';
import { newId, openObjects, Vault } from '@leakwatch/platform';
import { waitUntil } from '@leakwatch/testing';
import { KeepContents } from '../evidence/keep-contents.ts';
import type { SourceDocument } from '../scanning/source-document.ts';
import { SCREENING_PROGRAM } from '../screening/screening-jobs.ts';
import { GitRepoSource } from '../sources/git-repo/git-repo.source.ts';
import { RepositoryReader } from '../sources/git-repo/repository-reader.ts';
import { GitCrawler } from '../testing/git-crawler.fixture.ts';
import { gitJob, gitTask, repositoryAt } from '../testing/git-task.fixture.ts';
import { LearnTask } from '../watched-tasks/learn-task.ts';
import { RunLaunch } from './run-launch.ts';

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

let crawler: GitCrawler<CountingReader>;
let pool: MatchingPool;
let source: GitRepoSource;
let launches: RunLaunch;

/** Enough for git to keep a pack, so that it is screened while it is listed. A third each holds the one word, the other word and none. */
const FILES = 300;
const EACH = FILES / 3;
const WORDS = ['lantern', 'dolphin', 'nothing'];
const files = Object.fromEntries(Array.from({ length: FILES }, (_, n) => [`file-${n}.txt`, `${n} ${WORDS[n % WORDS.length]}`]));

beforeAll(async () => {
  crawler = await GitCrawler.open(files, (...needs) => new CountingReader(...needs));
  const { database, settings, bus, logger } = crawler.stage.foundation;
  pool = new MatchingPool({ threads: 2, program: SCREENING_PROGRAM });
  const contents = new KeepContents(database, await openObjects(settings), new Vault(settings.LEAKWATCH_SEALING_KEYS), logger);
  source = new GitRepoSource(database, crawler.reader, contents, pool, bus, logger);
  launches = new RunLaunch(database, new LearnTask(crawler.keepTask, crawler.clients), pool, bus, logger);
});
afterAll(async () => {
  await pool.close();
  await crawler.close();
});

/** Each task has its own title for the repository. */
const runningTask = (organisation_id: string, address: string, text: string): Promise<TaskChange> =>
  crawler.watch(
    gitTask({
      organisation_id,
      patterns: [{ id: newId(), kind: 'deep', text }],
      repositories: [{ ...repositoryAt(address), title: text }],
    }),
  );
const launch = (task: TaskChange): Promise<void> => launches.run(source, gitJob(task), new AbortController().signal);
const messages = (topic: string, { task_id: task }: TaskChange) => crawler.stage.published(topic, 'task_id', task);
const findingsOf = async (task: TaskChange) => (await messages(findingsV1.topic, task)).map((payload) => findingsV1.schema.parse(payload));
const endsOf = async (task: TaskChange) =>
  (await messages(launchFinishedV1.topic, task)).map((payload) => launchFinishedV1.schema.parse(payload));

it('launches of any organisation that are started together read each file of the repository once, and each gets its own findings', async () => {
  const [organisation, address] = [newId(), `https://dev.example/${newId()}`];
  const first = await runningTask(organisation, address, 'lantern');
  const second = await runningTask(organisation, address, 'dolphin');
  const foreign = await runningTask(newId(), address, 'lantern');
  const stranger = await runningTask(newId(), address, 'dolphin');
  // Only what was admitted to the storage of an organisation takes part: its first launch says so.
  for (const task of [first, foreign, stranger]) await crawler.prepare(task);
  await Promise.all([first, second, foreign, stranger].map(launch));
  // Those without a word of any task are passed over.
  expect(crawler.reader.read).toHaveLength(2 * EACH);
  for (const task of [first, second, foreign, stranger]) {
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

it('three organisations with tasks on one repository read each matching file once, and keep it each for itself', async () => {
  const address = `https://dev.example/${newId()}`;
  const tasks = await Promise.all([newId(), newId(), newId()].map((organisation) => runningTask(organisation, address, 'lantern')));
  for (const task of tasks) await crawler.prepare(task);
  crawler.reader.read = [];
  await Promise.all(tasks.map(launch));
  expect(crawler.reader.read).toHaveLength(EACH);
  const objects = new Map<string, string>();
  for (const task of tasks) {
    const findings = await findingsOf(task);
    expect(new Set(findings.map(({ path }) => path)).size).toBe(EACH);
    expect(findings).toHaveLength(EACH);
    for (const { organisation_id: organisation, content } of findings) {
      expect(organisation).toBe(task.organisation_id);
      if (content === null) throw new Error('nothing was kept');
      // No organisation's object is that of another one.
      expect(objects.get(content.object) ?? organisation).toBe(organisation);
      objects.set(content.object, organisation);
    }
  }
  expect(objects.size).toBe(3 * EACH);
});

it('a launch that waits for the scan of another one ends when its task is stopped, and the other one goes on', async () => {
  const [organisation, address] = [newId(), `https://dev.example/${newId()}`];
  const first = await runningTask(organisation, address, 'lantern');
  const second = await runningTask(organisation, address, 'dolphin');
  let goOn = (): void => undefined;
  crawler.reader.hold = new Promise((resolve) => (goOn = resolve));
  crawler.reader.begun = 0;
  const scans = launch(first);
  await waitUntil('the first launch to scan', async () => crawler.reader.begun > 0);
  const waits = launch(second);
  await crawler.watch({ ...second, version: 2, running: false });
  await waits;
  expect(await endsOf(second)).toMatchObject([{ outcome: 'cancelled' }]);
  goOn();
  await scans;
  expect(await endsOf(first)).toMatchObject([{ outcome: 'done' }]);
  expect(await findingsOf(first)).toHaveLength(EACH);
  expect(await findingsOf(second)).toEqual([]);
});

it('a launch that waits for the fetch or the scan of another one needs its place only where it has more to do', async () => {
  const address = `https://dev.example/${newId()}`;
  const tasks = await Promise.all([newId(), newId()].map((organisation) => runningTask(organisation, address, 'lantern')));
  for (const task of tasks) await crawler.prepare(task);
  const hadMore: boolean[] = [];
  let goOn = (): void => undefined;
  crawler.reader.hold = new Promise((resolve) => (goOn = resolve));
  crawler.reader.begun = 0;
  const [first, second] = tasks.map((task) =>
    launches.run(source, gitJob(task), new AbortController().signal, {
      whileIdle: async (wait) => {
        if (crawler.reader.begun > 0) goOn();
        hadMore.push(await wait());
      },
    }),
  );
  await Promise.all([first, second]);
  // One of them waited, and the scan of the other one was for both.
  expect(hadMore.at(-1)).toBe(false);
  for (const task of tasks) expect(await findingsOf(task)).toHaveLength(EACH);
});
