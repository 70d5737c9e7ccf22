import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { storageUseV1, type TaskChange } from '@leakwatch/contracts';
import { newId, sql } from '@leakwatch/platform';
import type { StorageLevel } from '@leakwatch/vocabulary';
import { deleteMirror, lockUnused } from '../../repositories/mirrors/collect-mirrors.store.ts';
import { CollectMirrors } from '../../repositories/mirrors/collect-mirrors.ts';
import { saveStorageLevel } from '../../storage/storage-level.store.ts';
import { GitCrawler } from '../../testing/git-crawler.fixture.ts';
import { gitTask as makeTask, repositoryAt } from '../../testing/git-task.fixture.ts';
import { RepositoryReader } from './repository-reader.ts';

let crawler: GitCrawler<RepositoryReader>;
let collect: CollectMirrors;
beforeAll(async () => {
  crawler = await GitCrawler.open({ 'a.txt': 'one', 'b.txt': 'two' }, (...needs) => new RepositoryReader(...needs));
  const { database, settings, logger } = crawler.stage.foundation;
  collect = new CollectMirrors(database, settings, logger);
});
afterAll(() => crawler.close());

const inScope = <T>(query: ReturnType<typeof sql<T>>): Promise<T[]> => crawler.stage.rows(query);
const scan = (task: TaskChange) => crawler.prepare(task);
const watch = (task: TaskChange) => crawler.watch(task);
const useOf = async (organisation: string) => {
  const [found] = await inScope(
    sql<{ items: number; bytes: number }>`select items::int, bytes::int from crawler.storage where organisation_id = ${organisation}`,
  );
  return found;
};
const published = async (organisation: string) =>
  (await crawler.stage.published(storageUseV1.topic, 'organisation_id', organisation)).map((payload) => storageUseV1.schema.parse(payload));
const setLevel = (organisation_id: string, level: StorageLevel, version: number) =>
  crawler.stage.inScope((em) => saveStorageLevel(em, { organisation_id, version, level }));
const age = (mirror: string) => inScope(sql`update crawler.mirror set unused_since = now() - interval '8 days' where id = ${mirror}`);
const ledgerOf = (mirror: string) => inScope(sql`select 1 from crawler.blob where mirror_id = ${mirror}`);

it('a mirror counts whole for each organisation that uses it, once for its tasks, until the last one is deleted', async () => {
  const first = await watch(makeTask());
  const second = await watch(makeTask({ organisation_id: first.organisation_id, repositories: first.repositories }));
  const foreign = await watch(makeTask({ repositories: first.repositories }));
  for (const task of [first, second, foreign]) await scan(task);
  const use = await useOf(first.organisation_id);
  expect(use).toMatchObject({ items: 1 });
  expect(use?.bytes).toBeGreaterThan(0);
  expect(await useOf(foreign.organisation_id)).toEqual(use);
  expect((await published(first.organisation_id)).at(-1)).toMatchObject({ part: 'mirrors', ...use });

  await watch({ ...first, version: 2, running: false, archived: true });
  expect(await useOf(first.organisation_id)).toEqual(use);
  await watch({ ...second, version: 2, repositories: [] });
  expect(await useOf(first.organisation_id)).toEqual({ items: 0, bytes: 0 });
  expect(await useOf(foreign.organisation_id)).toEqual(use);
});

it('a mirror that no task needs is deleted a week later with its ledger and folder; one that is used or was used just now stays', async () => {
  const [gone, used, recent] = [await watch(makeTask()), await watch(makeTask()), await watch(makeTask())];
  const [old, kept, young] = [await scan(gone), await scan(used), await scan(recent)];
  for (const task of [gone, recent]) await watch({ ...task, version: 2, running: false, archived: true });
  await age(old.mirrorId);
  await age(kept.mirrorId);
  expect(await collect.run(1)).toEqual({ mirrors: 1, folders: 1 });
  expect([old, kept, young].map(({ directory }) => existsSync(directory))).toEqual([false, true, true]);
  expect(await ledgerOf(old.mirrorId)).toEqual([]);
  expect((await ledgerOf(kept.mirrorId)).length).toBe(2);
  expect(await collect.run()).toEqual({ mirrors: 0, folders: 0 });
});

it('a mirror that is wanted again while it is deleted is listed whole', async () => {
  const task = await watch(makeTask());
  const { mirrorId } = await scan(task);
  await watch({ ...task, version: 2, archived: true });
  await age(mirrorId);
  // The process dies after its first batch.
  await crawler.stage.inScope(async (em) => {
    expect(await lockUnused(em)).toBe(mirrorId);
    expect(await deleteMirror(em, mirrorId, 1)).toBe(1);
  });
  const again = await watch(makeTask({ repositories: task.repositories }));
  expect((await scan(again)).mirrorId).toBe(mirrorId);
  expect((await ledgerOf(mirrorId)).length).toBe(2);
  expect((await collect.run()).mirrors).toBe(0);
});

it('a folder without a mirror is deleted, and nothing else that lies there', async () => {
  const home = join(crawler.stage.foundation.settings.LEAKWATCH_HOME, 'mirrors');
  const before = await readdir(home);
  for (const name of [`${newId()}.git`, 'lost+found', 'x.git']) await mkdir(join(home, name));
  expect((await collect.run()).folders).toBe(1);
  expect((await readdir(home)).toSorted()).toEqual([...before, 'lost+found', 'x.git'].toSorted());
});

it('an organisation over its quota gets no new mirror, also of a repository that another one monitors; its own are fetched', async () => {
  const known = await watch(makeTask());
  const stream = await scan(known);
  const [organisation_id, shared] = [known.organisation_id, await watch(makeTask())];
  await scan(shared);
  await setLevel(organisation_id, 'over', 2);
  await setLevel(organisation_id, 'free', 1);
  const wanted = await watch(makeTask({ organisation_id }));
  const elsewhere = await watch(makeTask({ organisation_id, repositories: shared.repositories }));
  for (const task of [wanted, elsewhere]) await expect(scan(task)).rejects.toMatchObject({ code: 'storage_over_quota' });

  crawler.git.scratch.commit({ 'c.txt': 'a leak' });
  await scan(known);
  expect((await ledgerOf(stream.mirrorId)).length).toBe(3);
  // Another task of the organisation may share it.
  await scan(await watch(makeTask({ organisation_id, repositories: known.repositories })));

  await setLevel(organisation_id, 'full', 3);
  await scan(wanted);
});

const usesOf = (task: TaskChange) =>
  inScope(
    sql<{
      address: string;
      admitted: boolean;
    }>`select m.address, u.admitted from crawler.mirror_use u join crawler.mirror m on m.id = u.mirror_id
      where u.task_id = ${task.task_id} order by m.address`,
  );

it('a running task is subscribed when it is kept, and counts for nothing until a launch has admitted it', async () => {
  const repositories = ['a', 'b'].map((name) => repositoryAt(`https://dev.example/${newId()}/${name}`));
  const [first, second] = repositories.map(({ address }) => address).toSorted();
  const draft = await watch(makeTask({ repositories, running: false }));
  expect(await usesOf(draft)).toEqual([]);
  const task = await watch({ ...draft, version: 2, running: true });
  expect(await usesOf(task)).toEqual([first, second].map((address) => ({ address, admitted: false })));
  expect(await useOf(task.organisation_id)).toBeUndefined();

  const [{ address: launched } = { address: '' }] = repositories;
  await scan(task);
  expect(await usesOf(task)).toEqual([first, second].map((address) => ({ address, admitted: address === launched })));
  expect(await useOf(task.organisation_id)).toMatchObject({ items: 1 });
  // Saved again, stopped or not, it keeps what a launch has said.
  await watch({ ...task, version: 3, running: false });
  await watch({ ...task, version: 4 });
  expect(await usesOf(task)).toEqual([first, second].map((address) => ({ address, admitted: address === launched })));
  await watch({ ...task, version: 5, archived: true, running: false });
  expect(await usesOf(task)).toEqual([]);
});

it('a mirror that no launch has admitted is deleted like one without tasks, and the launch subscribes its task again', async () => {
  const owner = await watch(makeTask());
  const { mirrorId, directory } = await scan(owner);
  const organisation_id = newId();
  await setLevel(organisation_id, 'over', 1);
  const refused = await watch(makeTask({ organisation_id, repositories: owner.repositories }));
  await expect(scan(refused)).rejects.toMatchObject({ code: 'storage_over_quota' });
  await watch({ ...owner, version: 2, archived: true, running: false });
  await age(mirrorId);
  expect(await collect.run()).toMatchObject({ mirrors: 1 });
  expect(existsSync(directory)).toBe(false);
  expect(await usesOf(refused)).toEqual([]);
  await setLevel(organisation_id, 'free', 2);
  await scan(refused);
  expect(await usesOf(refused)).toMatchObject([{ admitted: true }]);
});
