import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type TaskChange, taskChangesV1 } from '@leakwatch/contracts';
import { migrateSchema, newId, openFoundation, SCHEDULER } from '@leakwatch/platform';
import { createTestEnvironment, type TestEnvironment } from '@leakwatch/testing';
import pg from 'pg';
import { readMarks } from '../coverage/marks.fixture.ts';
import { beginPass } from '../coverage/mirror-passes.store.ts';
import { migrations } from '../migrations.ts';
import { hasMirror, organisationsOf } from '../repositories/mirrors/mirror-use.store.ts';
import { crawlerService } from '../service.ts';
import { otherSubscribers } from '../sources/git-repo/mirror-subscribers.store.ts';

let environment: TestEnvironment;
let client: pg.Client;
beforeAll(async () => {
  environment = await createTestEnvironment();
  client = new pg.Client({ connectionString: environment.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await environment.drop();
});

const ADDRESS = 'https://git.example/r.git';
const taskOf = (organisation: string, change: Partial<TaskChange> = {}): TaskChange =>
  taskChangesV1.schema.parse({
    task_id: newId(),
    organisation_id: organisation,
    version: 1,
    title: 't',
    running: true,
    archived: false,
    source_types: ['git_repo'],
    patterns: [{ id: newId(), kind: 'deep', text: 'word' }],
    filter_keywords: [],
    filter_mode: 'exclude',
    repositories: [{ id: newId(), title: 'r', url: ADDRESS, default_branch: 'main', address: ADDRESS, credential_scope: '' }],
    ...change,
  });

it('every pattern keeps its mark and is free, uses stay admitted, and running tasks without one are subscribed', async () => {
  const url = environment.databaseUrl;
  await client.query('drop schema crawler cascade');
  await migrateSchema(url, { ...migrations, steps: migrations.steps.filter(({ name }) => name < '0116') });
  await client.query(`select set_config('leakwatch.scope', 'consumer', false)`);
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

  expect(await migrateSchema(url, migrations)).toEqual(expect.arrayContaining(['0116-mirror-subscriptions', '0117-mirror-passes']));

  const { rows } = await client.query('select task_id, admitted from crawler.mirror_use order by admitted desc, task_id');
  expect(rows).toEqual([
    { task_id: launched.task_id, admitted: true },
    ...[second.task_id, refused.task_id].toSorted().map((task_id) => ({ task_id, admitted: false })),
  ]);
  const foundation = await openFoundation(crawlerService, environment.env);
  try {
    await foundation.database.inScope(SCHEDULER, async (em) => {
      const wanted = { address: ADDRESS, credential_scope: '' };
      expect(await hasMirror(em, { ...wanted, organisation })).toBe(true);
      expect(await hasMirror(em, { ...wanted, organisation: foreign })).toBe(false);
      expect(await organisationsOf(em, mirror)).toEqual([organisation]);
      const others = await otherSubscribers(em, { mirror, organisation }, launched.task_id);
      expect(others.map(({ base }) => base.task_id)).toEqual([second.task_id]);
      const owner = { mirror, organisation, launch: newId(), own: launched.patterns.map(({ id }) => id) };
      const pass = await beginPass(
        em,
        owner,
        second.patterns.map(({ id }) => id),
      );
      expect(pass?.marks).toEqual(new Map(ids.map((id) => [id, 7n])));
      expect(pass?.cohorts).toMatchObject([{ id: cohort, ordinal: 7n, documents: 7, size: 2, epoch: '4' }]);
    });
    expect(await readMarks(foundation.database, mirror, ids)).toEqual(new Map(ids.map((id) => [id, 7n])));
  } finally {
    await foundation.close();
  }
});
