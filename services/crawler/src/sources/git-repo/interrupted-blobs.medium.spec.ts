import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { findingsV1, type TaskChange } from '@leakwatch/contracts';
import { newId, sql } from '@leakwatch/platform';
import { GitCrawler } from '../../testing/git-crawler.fixture.ts';
import { GitLaunches } from '../../testing/git-launches.fixture.ts';
import { gitTask, repositoryAt } from '../../testing/git-task.fixture.ts';
import { RepositoryReader } from './repository-reader.ts';

const FILES = { 'a.txt': 'lantern a', 'victim.txt': 'lantern victim', 'z.txt': 'lantern z' };
/** Two processes read a blob at which git is ended before it is left for later. */
const TRIES = 2;

let crawler: GitCrawler<RepositoryReader>;
let launches: GitLaunches;
let deadly: DeadlyBlobs;
beforeEach(async () => {
  crawler = await GitCrawler.open(FILES, (...needs) => new RepositoryReader(...needs));
  launches = await GitLaunches.open(crawler);
  deadly = new DeadlyBlobs();
});
afterEach(async () => {
  deadly.close();
  await launches.close();
  await crawler.close();
});

/** Ends git with SIGKILL, as the kernel does under shortage of memory, when it is to give the contents of some blobs. */
class DeadlyBlobs {
  private readonly folder = mkdtempSync(join(tmpdir(), 'leakwatch-deadly-'));
  private readonly path = process.env['PATH'];

  constructor() {
    const git = execFileSync('/bin/sh', ['-c', 'command -v git']).toString().trim();
    this.write('git', [
      '#!/bin/sh',
      `case "$*" in *'cat-file --batch') ;; *) exec ${git} "$@" ;; esac`,
      'while read -r oid; do',
      `  if grep -q "$oid" ${this.folder}/blobs; then echo "$oid" >>${this.folder}/kills; kill -KILL $$; fi`,
      `  echo "$oid" | ${git} "$@"`,
      'done',
    ]);
    for (const file of ['blobs', 'kills']) this.write(file, []);
    chmodSync(this.folder, 0o755);
    process.env['PATH'] = `${this.folder}:${this.path ?? ''}`;
  }

  set(oids: readonly string[]): void {
    this.write('blobs', oids);
  }

  get kills(): number {
    return readFileSync(join(this.folder, 'kills'), 'utf8').split('\n').length - 1;
  }

  close(): void {
    process.env['PATH'] = this.path;
    rmSync(this.folder, { recursive: true });
  }

  private write(file: string, lines: readonly string[]): void {
    writeFileSync(join(this.folder, file), lines.map((line) => `${line}\n`).join(''));
    chmodSync(join(this.folder, file), 0o777);
  }
}

const watching = (text = 'lantern', repositories = [repositoryAt()]): Promise<TaskChange> =>
  crawler.watch(gitTask({ patterns: [{ id: newId(), kind: 'deep', text }], repositories }));

/** A launch: every document found for the task so far, with repetitions, and the counts that it reported. */
async function launch(task: TaskChange) {
  const { outcome, repositories } = await launches.run(task);
  const payloads = await crawler.stage.published(findingsV1.topic, 'task_id', task.task_id);
  const [{ blobs_total: total, blobs_scanned: read, blobs_unread: unread } = {}] = repositories;
  return { outcome, found: payloads.map((payload) => findingsV1.schema.parse(payload).path).sort(), total, read, unread };
}
const waiting = () =>
  crawler.stage.rows(
    sql<{ path: string; interruptions: number; minutes: number }>`
      select path, interruptions, round(extract(epoch from read_again_at - now()) / 60)::int as minutes from crawler.blob where unread = 'interrupted'`,
  );
const timePasses = () => crawler.stage.rows(sql`update crawler.blob set read_again_at = now() where read_again_at is not null`);

it('a blob at which git is killed holds nothing up, and a later launch finds what is in it', async () => {
  const task = await watching();
  deadly.set([crawler.git.blob(FILES['victim.txt'])]);
  const without = { outcome: 'done', found: ['a.txt', 'z.txt'], total: 3, read: 2, unread: 1 };
  expect(await launch(task)).toEqual(without);
  expect(deadly.kills).toBe(TRIES);
  expect(await waiting()).toEqual([{ path: 'victim.txt', interruptions: 1, minutes: 5 }]);

  deadly.set([]);
  await timePasses();
  const whole = { outcome: 'done', found: ['a.txt', 'victim.txt', 'z.txt'], total: 3, read: 3, unread: 0 };
  expect(await launch(task)).toEqual(whole);
  expect(await launch(task)).toEqual(whole);
  expect(await waiting()).toEqual([]);
});

it('a blob that ends git every time is tried again after growing pauses alone, however many launches there are', async () => {
  const task = await watching();
  deadly.set([crawler.git.blob(FILES['victim.txt'])]);
  const pauses: (number | undefined)[] = [];
  for (let round = 1; round <= 3; round += 1) {
    expect(await launch(task)).toMatchObject({ outcome: 'done', found: ['a.txt', 'z.txt'], unread: 1 });
    expect(deadly.kills).toBe(TRIES * round);
    // Nothing is due.
    await launch(task);
    expect(deadly.kills).toBe(TRIES * round);
    pauses.push((await waiting())[0]?.minutes);
    await timePasses();
  }
  expect(pauses).toEqual([5, 20, 80]);
  // Once a week in the end.
  await crawler.stage.rows(sql`update crawler.blob set interruptions = 1000 where unread = 'interrupted'`);
  await launch(task);
  expect(await waiting()).toEqual([{ path: 'victim.txt', interruptions: 1001, minutes: 7 * 24 * 60 }]);
});

it('every task meets the blob that is read again, and finds it once', async () => {
  const repository = repositoryAt();
  const [first, second] = [await watching('lantern', [repository]), await watching('victim', [repository])];
  deadly.set([crawler.git.blob(FILES['victim.txt'])]);
  expect(await launch(first)).toMatchObject({ found: ['a.txt', 'z.txt'], unread: 1 });
  deadly.set([]);
  await timePasses();
  for (const task of [second, first, second]) expect(await launch(task)).toMatchObject({ outcome: 'done', total: 3, read: 3, unread: 0 });
  expect((await launch(first)).found).toEqual(['a.txt', 'victim.txt', 'z.txt']);
  expect((await launch(second)).found).toEqual(['victim.txt']);
});

it('a blob that an earlier version gave up is read again once, and counts as damaged when it is', async () => {
  const task = await watching();
  deadly.set([crawler.git.blob(FILES['victim.txt'])]);
  await launch(task);
  deadly.set([]);
  const earlier = sql`update crawler.blob set unread = 'damaged', interruptions = null, read_again_at = null where path = 'victim.txt'`;
  await crawler.stage.rows(earlier);
  expect(await launch(task)).toEqual({ outcome: 'done', found: ['a.txt', 'victim.txt', 'z.txt'], total: 3, read: 3, unread: 0 });

  await crawler.stage.rows(sql`update crawler.blob set unread = 'damaged' where path = 'victim.txt'`);
  expect(await launch(task)).toMatchObject({ found: ['a.txt', 'victim.txt', 'z.txt'], read: 2, unread: 1 });
});
