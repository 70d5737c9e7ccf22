import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTask, listObservers, OBSERVER_REPOSITORIES_SHOWN, OBSERVER_SORTS, type ObserverRow } from '@leakwatch/contracts';
import { rows, SCHEDULER, sql } from '@leakwatch/platform';
import { testCaller, wrongSorts } from '@leakwatch/testing';
import { type FormStage, gitBody, normalBody, openFormStage } from '../task-saving/form-stage.fixture.ts';

const [ours, theirs] = [randomUUID(), randomUUID()];
const [user, stranger, staff] = [testCaller(ours), testCaller(theirs), testCaller(null, { staff: true })];
let stage: FormStage;
beforeAll(async () => {
  stage = await openFormStage([ours, theirs]);
});
afterAll(() => stage?.close());

const SECRET = 'hunter2-of-the-bot';
const repository = (name: string, remote = `https://git.example/t/${name}.git`) => ({
  repo_title: name,
  repo_url: `https://git.example/t/${name}`,
  repo_default_branch: 'main',
  git_remote_url: remote,
  repo_remote_source: 'custom',
});
const created = async (by: typeof user, change: Parameters<typeof gitBody>[0] = {}, body = gitBody(change)) =>
  createTask.answer.parse((await stage.call(by, 'POST', '/api/tasks/', body)).body).id;
const list = async (search: string) =>
  listObservers.answer.parse((await stage.call(staff, 'GET', `/api/control/observers/?${search}`)).body);
const write = (statement: Parameters<typeof rows>[1]) => stage.foundation.database.inScope(SCHEDULER, (em) => rows(em, statement));

describe('the list of observers', () => {
  it('has those of all organisations, newest task first, with repositories and without credentials', async () => {
    const observer = { account_name: 'team', source_type: 'gitlab', is_organisation: false };
    const remote = `https://bot:${SECRET}@git.example/t/closed.git`;
    const first = await created(user, {
      git_repository_observer: observer,
      git_repositories: [repository('open'), repository('closed', remote)],
    });
    const second = await created(stranger);
    await created(user, {}, normalBody());
    await write(sql`update tasks.repository set status = 'repository_error', error_code = 'repository_not_found',
      last_indexed = '2026-05-01T10:00:00Z' where task_id = ${first} and title = 'closed'`);
    const found = await list('limit=100');
    expect(found.count).toBe(2);
    expect(found.results.map(({ id }) => id)).toEqual([second, first]);
    expect(found.results[1]).toEqual({
      id: first,
      task: first,
      task_title: 'Billing',
      company: { id: ours, name: 'o' },
      ...observer,
      repositories_count: 2,
      repositories_failed: 1,
      repositories: [
        {
          ...repository('closed'),
          id: expect.any(String),
          status: 'repository_error',
          error_code: 'repository_not_found',
          git_remote_url: expect.stringContaining('git.example/t/closed.git'),
          last_indexed: '2026-05-01T10:00:00.000Z',
        },
        { ...repository('open'), id: expect.any(String), status: 'created', error_code: null, last_indexed: null },
      ],
    });
    expect(JSON.stringify(found)).not.toContain(SECRET);
    expect(await list(`org=${theirs}`)).toMatchObject({ count: 1, results: [{ id: second, company: { id: theirs } }] });
    expect(await list('limit=1&offset=1')).toMatchObject({ count: 2, results: [{ id: first }] });
    await write(sql`update tasks.task set archived_at = now() where id = ${second}`);
    expect((await list('')).results.map(({ id }) => id)).toEqual([first]);
  });

  it('has a bounded number of repositories, those with an error first, and counts all', async () => {
    const many = Array.from({ length: OBSERVER_REPOSITORIES_SHOWN + 5 }, (_, at) => repository(`many-${at}`));
    const id = await created(user, { git_repositories: many });
    await write(
      sql`update tasks.repository set status = 'repository_error', error_code = 'timeout' where task_id = ${id} and title = ${`many-${many.length - 1}`}`,
    );
    const observer = (await list('limit=1')).results[0];
    expect(observer).toMatchObject({ id, repositories_count: many.length, repositories_failed: 1 });
    expect(observer?.repositories).toHaveLength(OBSERVER_REPOSITORIES_SHOWN);
    expect(observer?.repositories.slice(0, 2).map((one) => one.repo_title)).toEqual([`many-${many.length - 1}`, 'many-0']);
  });

  it('is for staff, in pages of at most a hundred', async () => {
    expect(await stage.call(user, 'GET', '/api/control/observers/')).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await stage.call(staff, 'GET', '/api/control/observers/?limit=101')).toMatchObject({ status: 400 });
  });
});

it('the list of observers is sorted by each of its sorts over the pages, forwards and backwards, with equal values', async () => {
  const tasks = [];
  for (let n = 0; n < 7; n += 1) tasks.push(await created(testCaller(ours)));
  await write(sql`update tasks.task t set title = (array['task a', 'Task b', 'task C'])[n % 3 + 1],
      observer = observer || jsonb_build_object('account_name', (array['team', 'Group'])[n % 2 + 1])
    from unnest(${tasks}::uuid[]) with ordinality as r (id, n) where t.id = r.id`);
  const keys = {
    account_name: (one: ObserverRow) => one.account_name.toLowerCase(),
    task_title: (one: ObserverRow) => one.task_title.toLowerCase(),
  };
  expect(Object.keys(keys)).toEqual([...OBSERVER_SORTS]);
  const listed = (query: string) => list(`${query.replace('limit=1000', 'limit=100')}&org=${ours}`);
  expect((await listed('limit=100')).count).toBeGreaterThanOrEqual(tasks.length);
  for (const size of [1, 2, 3]) expect(await wrongSorts({ keys, list: listed }, size)).toEqual([]);
  expect(await stage.call(staff, 'GET', '/api/control/observers/?sort=company')).toMatchObject({ status: 400 });
});
