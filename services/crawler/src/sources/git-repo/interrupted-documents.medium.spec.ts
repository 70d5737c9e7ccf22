import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { findingsV1, type TaskChange } from '@leakwatch/contracts';
import { newId, sql } from '@leakwatch/platform';
import { DeadlyDocuments } from '../../extraction/deadly-documents.fixture.ts';
import { tar } from '../../extraction/documents.fixture.ts';
import { GitCrawler } from '../../testing/git-crawler.fixture.ts';
import { GitLaunches } from '../../testing/git-launches.fixture.ts';
import { gitTask, repositoryAt } from '../../testing/git-task.fixture.ts';
import { RepositoryReader } from './repository-reader.ts';

/** What is in an archive; the pattern is found in its bytes too. */
const archive = (name: string) => Buffer.from(tar({ 'inside.txt': `lantern of ${name}` })).toString('latin1');
const NAMES = ['a.tar', 'victim.tar', 'z.tar'];
/** Two processes read a document before it is left for later. */
const TRIES = 2;

let crawler: GitCrawler<RepositoryReader>;
let launches: GitLaunches;
let deadly: DeadlyDocuments;
beforeEach(async () => {
  deadly = new DeadlyDocuments();
  crawler = await GitCrawler.open(
    Object.fromEntries(NAMES.map((name) => [name, archive(name)])),
    (...needs) => new RepositoryReader(...needs),
  );
  launches = await GitLaunches.open(crawler);
});
afterEach(async () => {
  await launches.close();
  await crawler.close();
  deadly.close();
});

/** A launch: every document found for the task so far, with repetitions, and the counts that it reported. */
async function launch(task: TaskChange) {
  const { outcome, repositories } = await launches.run(task);
  const payloads = await crawler.stage.published(findingsV1.topic, 'task_id', task.task_id);
  const [{ blobs_total: total, blobs_scanned: read, blobs_unread: unread } = {}] = repositories;
  return { outcome, found: payloads.map((payload) => findingsV1.schema.parse(payload).path).sort(), total, read, unread };
}
const timePasses = () => crawler.stage.rows(sql`update crawler.blob set read_again_at = now() where read_again_at is not null`);
const watching = () =>
  crawler.watch(gitTask({ patterns: [{ id: newId(), kind: 'deep', text: 'lantern' }], repositories: [repositoryAt()] }));

it('a document whose processes are killed holds nothing up, and a later launch finds what is in it', async () => {
  const task = await watching();
  deadly.set({ 'victim.tar': 99 });
  const others = ['a.tar!/inside.txt', 'z.tar!/inside.txt'];
  const without = { outcome: 'done', found: others, total: 3, read: 2, unread: 1 };
  for (let again = 0; again < 2; again += 1) {
    expect(await launch(task)).toEqual(without);
    expect(deadly.kills).toBe(TRIES);
  }
  await timePasses();
  deadly.set({});
  const whole = {
    outcome: 'done',
    found: ['a.tar!/inside.txt', 'victim.tar!/inside.txt', 'z.tar!/inside.txt'],
    total: 3,
    read: 3,
    unread: 0,
  };
  expect(await launch(task)).toEqual(whole);
  expect(await launch(task)).toEqual(whole);
});

it('a document that ends its processes again is matched as it is', async () => {
  const task = await watching();
  deadly.set({ 'victim.tar': 99 });
  await launch(task);
  await timePasses();
  expect(await launch(task)).toMatchObject({ outcome: 'done', found: ['a.tar!/inside.txt', 'victim.tar', 'z.tar!/inside.txt'], unread: 1 });
  expect(deadly.kills).toBe(2 * TRIES);
});

it('a document that an earlier version gave up is read again once', async () => {
  const task = await watching();
  deadly.set({ 'victim.tar': 99 });
  await launch(task);
  deadly.set({});
  await crawler.stage.rows(
    sql`update crawler.blob set unread = 'over_bound', interruptions = null, read_again_at = null where unread = 'interrupted'`,
  );
  expect(await launch(task)).toMatchObject({ found: ['a.tar!/inside.txt', 'victim.tar!/inside.txt', 'z.tar!/inside.txt'], unread: 0 });
  await crawler.stage.rows(sql`update crawler.blob set unread = 'over_bound' where path = 'victim.tar'`);
  expect(await launch(task)).toMatchObject({ read: 2, unread: 1 });
});
