import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { findingsV1, type TaskChange } from '@leakwatch/contracts';
import { newId } from '@leakwatch/platform';
import { waitUntil } from '@leakwatch/testing';
import type { SourceDocument } from '../scanning/source-document.ts';
import { RepositoryReader } from '../sources/git-repo/repository-reader.ts';
import { GitCrawler } from '../testing/git-crawler.fixture.ts';
import { GitLaunches } from '../testing/git-launches.fixture.ts';
import { gitTask, repositoryAt } from '../testing/git-task.fixture.ts';

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
let launches: GitLaunches;

/** Enough for git to keep a pack, so that it is screened while it is listed. A third each holds the one word, the other word and none. */
const FILES = 300;
const EACH = FILES / 3;
const WORDS = ['lantern', 'dolphin', 'nothing'];
const files = Object.fromEntries(Array.from({ length: FILES }, (_, n) => [`file-${n}.txt`, `${n} ${WORDS[n % WORDS.length]}`]));

beforeAll(async () => {
  crawler = await GitCrawler.open(files, (...needs) => new CountingReader(...needs));
  launches = await GitLaunches.open(crawler, 2);
});
afterAll(async () => {
  await launches.close();
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
/** Launches that begin together, to their ends. */
async function launch(...tasks: readonly TaskChange[]) {
  const begun = await Promise.all(tasks.map((task) => launches.begin(task)));
  await launches.work(begun);
  return Promise.all(begun.map(async (id) => (await launches.endsOf(id)).at(0)));
}
const findingsOf = async ({ task_id: task }: TaskChange) =>
  (await crawler.stage.published(findingsV1.topic, 'task_id', task)).map((payload) => findingsV1.schema.parse(payload));

it('launches of any organisation that are started together read each file of the repository once, and each gets its own findings', async () => {
  const [organisation, address] = [newId(), `https://dev.example/${newId()}`];
  const first = await runningTask(organisation, address, 'lantern');
  const second = await runningTask(organisation, address, 'dolphin');
  const foreign = await runningTask(newId(), address, 'lantern');
  const stranger = await runningTask(newId(), address, 'dolphin');
  // Only what was admitted to the storage of an organisation takes part: its first launch says so.
  for (const task of [first, foreign, stranger]) await crawler.prepare(task);
  const ends = await launch(first, second, foreign, stranger);
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
  }
  for (const end of ends)
    expect(end).toMatchObject({
      outcome: 'done',
      repositories: [{ status: 'ready_to_search', blobs_total: FILES, blobs_scanned: FILES, blobs_unread: 0 }],
    });
});

it('three organisations with tasks on one repository read each matching file once, and keep it each for itself', async () => {
  const address = `https://dev.example/${newId()}`;
  const tasks = await Promise.all([newId(), newId(), newId()].map((organisation) => runningTask(organisation, address, 'lantern')));
  for (const task of tasks) await crawler.prepare(task);
  crawler.reader.read = [];
  await launch(...tasks);
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

it('of two launches of one repository, that of a stopped task ends, whichever scans, and the other one goes on', async () => {
  const [organisation, address] = [newId(), `https://dev.example/${newId()}`];
  const first = await runningTask(organisation, address, 'lantern');
  const second = await runningTask(organisation, address, 'dolphin');
  let goOn = (): void => undefined;
  crawler.reader.hold = new Promise((resolve) => (goOn = resolve));
  crawler.reader.begun = 0;
  const [scans, waits] = [await launches.begin(first), await launches.begin(second)];
  const working = launches.work([scans, waits]);
  await waitUntil('a reading to scan', async () => crawler.reader.begun > 0);
  await crawler.watch({ ...second, version: 2, running: false });
  await waitUntil('the end of the stopped one', async () => (await launches.endsOf(waits)).length > 0);
  expect(await launches.endsOf(waits)).toMatchObject([{ outcome: 'cancelled' }]);
  goOn();
  await working;
  expect(await launches.endsOf(scans)).toMatchObject([{ outcome: 'done' }]);
  expect(await findingsOf(first)).toHaveLength(EACH);
  expect(await findingsOf(second)).toEqual([]);
});

it('a reading that waits for another one leaves its place to a third, and what the other one met is met for it too', async () => {
  const address = `https://dev.example/${newId()}`;
  const tasks = await Promise.all([newId(), newId()].map((organisation) => runningTask(organisation, address, 'lantern')));
  for (const task of tasks) await crawler.prepare(task);
  let goOn = (): void => undefined;
  crawler.reader.hold = new Promise((resolve) => (goOn = resolve));
  [crawler.reader.begun, crawler.reader.read] = [0, []];
  const large = await Promise.all(tasks.map((task) => launches.begin(task)));
  const third = await launches.begin(await runningTask(newId(), `https://dev.example/${newId()}`, 'lantern'));
  const working = launches.work([...large, third]);
  // Both places would be taken: by the scan, and by the launch that waits for it.
  await waitUntil('two scans to begin', async () => crawler.reader.begun === 2);
  goOn();
  await working;
  for (const task of tasks) expect(await findingsOf(task)).toHaveLength(EACH);
  expect(crawler.reader.read).toHaveLength(2 * EACH);
});
