import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { TaskChange } from '@leakwatch/contracts';
import { newId } from '@leakwatch/platform';
import { readMarks } from '../passes/marks.fixture.ts';
import { beginPass } from '../passes/mirror-passes.store.ts';
import { hasMirror, organisationsOf } from '../repositories/mirrors/mirror-use.store.ts';
import { otherSubscribers } from '../sources/git-repo/mirror-subscribers.store.ts';
import { CrawlerStage } from '../testing/crawler-stage.fixture.ts';
import { gitTask, repositoryAt } from '../testing/git-task.fixture.ts';

let stage: CrawlerStage;
beforeAll(async () => {
  stage = await CrawlerStage.open();
});
afterAll(() => stage.close());

const ADDRESS = 'https://git.example/r.git';
const taskOf = (organisation_id: string, change: Partial<TaskChange> = {}): TaskChange =>
  gitTask({ organisation_id, patterns: [{ id: newId(), kind: 'deep', text: 'word' }], repositories: [repositoryAt(ADDRESS)], ...change });

it('every pattern keeps its mark and is free, uses stay admitted, and running tasks without one are subscribed', async () => {
  const { client } = stage;
  await stage.migrateBefore('0116');
  const [organisation, foreign, mirror, cohort] = [newId(), newId(), newId(), newId()];
  await client.query(`insert into crawler.mirror (id, address, credential_scope, bytes, documents) values ($1, $2, '', 10, 9)`, [
    mirror,
    ADDRESS,
  ]);
  const launched = taskOf(organisation);
  const second = taskOf(organisation);
  const stopped = taskOf(organisation, { running: false });
  const searching = taskOf(organisation, { source_types: ['github'] });
  // Of an organisation that was refused: it has no use of the mirror.
  const refused = taskOf(foreign);
  for (const task of [launched, second, stopped, searching, refused])
    await client.query(
      'insert into crawler.watched_task (task_id, organisation_id, version, running, snapshot) values ($1, $2, 1, $3, $4)',
      [task.task_id, task.organisation_id, task.running, JSON.stringify(task)],
    );
  await client.query('insert into crawler.mirror_use values ($1, $2, $3)', [mirror, launched.task_id, organisation]);
  const ids = [launched, second].flatMap(({ patterns }) => patterns.map(({ id }) => id));
  await client.query(
    'insert into crawler.scan_cohort (id, mirror_id, organisation_id, ordinal, epoch, documents) values ($1, $2, $3, 7, 3, 7)',
    [cohort, mirror, organisation],
  );
  for (const id of ids)
    await client.query('insert into crawler.cohort_pattern values ($1, $2, $3, $4)', [mirror, id, organisation, cohort]);

  expect(await stage.migrate()).toEqual(expect.arrayContaining(['0116-mirror-subscriptions', '0117-mirror-passes']));

  const { rows } = await client.query('select task_id, admitted from crawler.mirror_use order by admitted desc, task_id');
  expect(rows).toEqual([
    { task_id: launched.task_id, admitted: true },
    ...[second.task_id, refused.task_id].toSorted().map((task_id) => ({ task_id, admitted: false })),
  ]);
  await stage.inScope(async (em) => {
    const wanted = { address: ADDRESS, credential_scope: '' };
    expect(await hasMirror(em, { ...wanted, organisation })).toBe(true);
    expect(await hasMirror(em, { ...wanted, organisation: foreign })).toBe(false);
    expect(await organisationsOf(em, mirror)).toEqual([organisation]);
    const others = await otherSubscribers(em, { mirror, organisation }, launched.task_id);
    expect(others.map(({ base }) => base.task_id)).toEqual([second.task_id]);
    const owner = { mirror, organisation, launch: newId(), own: launched.patterns.map(({ id }) => id) };
    const pass = await beginPass(em, owner, new Map([[organisation, second.patterns.map(({ id }) => id)]]));
    expect(pass?.marks).toEqual(new Map(ids.map((id) => [id, 7n])));
    expect(pass?.cohorts).toMatchObject([{ id: cohort, ordinal: 7n, documents: 7, size: 2, epoch: '4' }]);
  });
  expect(await readMarks(stage.database, mirror, ids)).toEqual(new Map(ids.map((id) => [id, 7n])));
});
