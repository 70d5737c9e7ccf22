import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId, sql } from '@leakwatch/platform';
import { retention } from '../../retention.ts';
import { mirrorRemains } from '../../storage/mirror-remains.read-model.ts';
import { CollectMirrors } from '../../repositories/mirrors/collect-mirrors.ts';
import { takeCohorts } from '../../passes/scan-cohorts.store.ts';
import { GitCrawler } from '../../testing/git-crawler.fixture.ts';
import { gitTask as makeTask } from '../../testing/git-task.fixture.ts';
import { RepositoryReader } from './repository-reader.ts';

let crawler: GitCrawler<RepositoryReader>;
beforeAll(async () => {
  crawler = await GitCrawler.open({ 'a.txt': 'one' }, (...needs) => new RepositoryReader(...needs));
});
afterAll(() => crawler.close());

const remainsOf = async (id: string) =>
  (await crawler.stage.inScope((em) => mirrorRemains(em, [{ id, version: 2 }])))[id]?.map(({ open, left, until }) => ({
    open,
    left,
    until: until !== null,
  }));
const cohortsOf = (organisation: string) =>
  crawler.stage.rows(sql`select mirror_id from crawler.scan_cohort where organisation_id = ${organisation}
    union all select mirror_id from crawler.cohort_pattern where organisation_id = ${organisation}`);
const deleteTask = (task: ReturnType<typeof makeTask>) => crawler.watch({ ...task, version: 2, running: false, archived: true });
/** As the schedule of the service does, in its order. */
async function sweep(): Promise<void> {
  for (const [table, { over }] of Object.entries(retention))
    if (['watched_task', 'cohort_pattern', 'scan_cohort'].includes(table) && over !== undefined)
      await crawler.stage.rows(sql`delete from ${sql.table(`crawler.${table}`)} where ${sql.raw(over)}`);
}

it('a deleted organisation leaves the mirrors that nobody else uses until they are collected, and no marks in those of others', async () => {
  const gone = await crawler.watch(makeTask());
  const shared = await crawler.watch(makeTask({ organisation_id: gone.organisation_id }));
  const other = await crawler.watch(makeTask({ repositories: shared.repositories }));
  const [own, both] = [await crawler.prepare(gone), await crawler.prepare(shared)];
  await crawler.prepare(other);
  const { organisation_id: organisation } = gone;
  await crawler.stage.inScope((em) => takeCohorts(em, own.mirrorId, new Map([[organisation, [newId()]]])));
  await crawler.stage.inScope((em) =>
    takeCohorts(em, both.mirrorId, new Map([organisation, other.organisation_id].map((of) => [of, [newId()]]))),
  );
  expect(await remainsOf(organisation)).toEqual([{ open: true, left: 0, until: false }]);
  await sweep();
  expect(await cohortsOf(organisation)).toHaveLength(4);

  for (const task of [gone, shared]) await deleteTask(task);
  expect(await remainsOf(organisation)).toEqual([{ open: false, left: 1, until: true }]);
  await sweep();
  expect(await cohortsOf(organisation)).toEqual([{ mirror_id: own.mirrorId }, { mirror_id: own.mirrorId }]);
  expect(await cohortsOf(other.organisation_id)).toHaveLength(2);
  expect(await remainsOf(organisation)).toEqual([{ open: false, left: 1, until: true }]);

  await crawler.stage.rows(sql`update crawler.mirror set unused_since = now() - interval '8 days' where id = ${own.mirrorId}`);
  const { database, settings, logger } = crawler.stage.foundation;
  await new CollectMirrors(database, settings, logger).run();
  expect(await cohortsOf(organisation)).toEqual([]);
  expect(await remainsOf(organisation)).toEqual([{ open: false, left: 0, until: false }]);
});
