import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CONTROL_TASK_SORTS, type ControlTask, listControlTasks } from '@leakwatch/contracts';
import { type Database, rows, sql } from '@leakwatch/platform';
import { wrongSorts } from '@leakwatch/testing';
import fc from 'fast-check';
import { openTasksServices, putOrganisation, putTasks, query, type TasksServices } from '../tasks.fixture.ts';

let services: TasksServices;
let database: Database;

beforeAll(async () => {
  services = await openTasksServices(1);
  database = services.database;
});
afterAll(() => services.close());

async function call(method: 'GET' | 'POST' | 'DELETE', url: string, organisation: string | null = null) {
  const headers = services.headers(organisation, organisation === null);
  const answer = await services.first.app.inject({ method, url, headers });
  const body: unknown = answer.json();
  return { status: answer.statusCode, body };
}

const list = async (search: Readonly<Record<string, string>>) => {
  const { status, body } = await call('GET', `/api/control/tasks/?${new URLSearchParams(search).toString()}`);
  expect(status).toBe(200);
  return listControlTasks.answer.parse(body);
};
const titles = async (search: Readonly<Record<string, string>>) => (await list(search)).results.map(({ title }) => title);

/** Writes columns of a task: SQL, because there is no call that sets an author or a date. */
const put = (id: string, title: string, author: string | null, minutes: number) =>
  query(database, (em) =>
    rows(
      em,
      sql`update tasks.task set title = ${title}, author_name = ${author}, created = now() - make_interval(mins => ${minutes}) where id = ${id}`,
    ),
  );

describe('the list of tasks for staff', () => {
  it('holds every organisation, without archived tasks', async () => {
    const mark = randomUUID();
    const [ours, theirs] = [await putOrganisation(database, {}, { name: 'Ours' }), await putOrganisation(database, {}, { name: 'Theirs' })];
    const [a = '', gone = ''] = await putTasks(database, ours, 2);
    const [b = ''] = await putTasks(database, theirs, 1);
    for (const [at, id] of [a, gone, b].entries()) await put(id, `${mark} ${at}`, 'olga', at);
    expect(await call('DELETE', `/api/tasks/${gone}/`)).toMatchObject({ status: 200 });
    const found = await list({ title: mark });
    expect(found.count).toBe(2);
    expect(found.results).toMatchObject([
      { id: a, organisation: { id: ours, name: 'Ours' }, author: 'olga', start_time: null, last_activity: null, waiting_count: 0 },
      { id: b, organisation: { id: theirs, name: 'Theirs' }, status: false, confirmed: true, is_deep: false, is_git_monitoring: true },
    ]);
    expect(await titles({ org: theirs })).toEqual([`${mark} 2`]);
    expect(await titles({ org: ours, title: mark, limit: '1', offset: '1' })).toEqual([]);
  });

  it('is for staff', async () => {
    const organisation = await putOrganisation(database);
    expect(await call('GET', '/api/control/tasks/', organisation)).toMatchObject({ status: 403 });
  });

  it('finds parts of titles and authors in any case, and takes % and _ as they are', async () => {
    const org = await putOrganisation(database);
    const [a = '', b = '', c = ''] = await putTasks(database, org, 3);
    await put(a, 'Плохие 100% пароли', 'Olga_K', 1);
    await put(b, 'Плохие 1000 паролей', 'OlgaXK', 2);
    await put(c, 'back\\slash', null, 3);
    expect(await titles({ org, title: 'ПЛОХИЕ' })).toHaveLength(2);
    expect(await titles({ org, title: '100%' })).toEqual(['Плохие 100% пароли']);
    expect(await titles({ org, title: '\\s' })).toEqual(['back\\slash']);
    expect(await titles({ org, author: 'olga_k' })).toEqual(['Плохие 100% пароли']);
    expect(await titles({ org, author: 'OLGA' })).toHaveLength(2);
    expect(await titles({ org, author: 'olga', title: '1000' })).toEqual(['Плохие 1000 паролей']);
  });

  it('shows first what waits for confirmation, then the newest, over the pages', async () => {
    const org = await putOrganisation(database);
    const [newest = '', blocked = '', waiting = '', oldest = ''] = await putTasks(database, org, 4);
    for (const [at, [id, title]] of [
      [newest, 'newest'],
      [blocked, 'blocked'],
      [waiting, 'waiting'],
      [oldest, 'oldest'],
    ].entries())
      await put(id ?? '', title ?? '', null, at);
    await call('POST', `/api/control/tasks/${blocked}/block/`);
    await query(database, async (em) => {
      await rows(em, sql`update tasks.pattern set waiting = true where task_id = ${waiting}`);
      await rows(em, sql`update tasks.task_source set waiting_channels = '{one,two}' where task_id = ${waiting}`);
    });
    expect(await titles({ org })).toEqual(['blocked', 'waiting', 'newest', 'oldest']);
    expect(await titles({ org, limit: '2', offset: '1' })).toEqual(['waiting', 'newest']);
    expect((await list({ org })).results.map(({ waiting_count: count }) => count)).toEqual([0, 3, 0, 0]);
  });

  it('is sorted by each of its sorts over the pages, forwards and backwards, with equal values', async () => {
    const org = await putOrganisation(database);
    const tasks = await putTasks(database, org, 12);
    const keys = { title: (one: ControlTask) => one.title.toLowerCase(), created: (one: ControlTask) => one.created };
    expect(Object.keys(keys)).toEqual([...CONTROL_TASK_SORTS]);
    const listed = (more: string) => (search: string) => list(Object.fromEntries(new URLSearchParams(`${search}&org=${org}${more}`)));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(3), { minLength: 12, maxLength: 12 }), fc.integer({ min: 1, max: 5 }), async (values, size) => {
        await query(database, (em) =>
          rows(
            em,
            sql`update tasks.task t set title = (array['title a', 'Title b', 'title C', 'title d'])[v + 1], confirmed = v > 0,
                  created = '2026-05-01'::timestamptz + make_interval(days => v)
                from unnest(${tasks}::uuid[], ${values}::int[]) as r (id, v) where t.id = r.id`,
          ),
        );
        // The list without a sort has the newest first, and equal ones by id: the reverse of its index has them falling.
        for (const more of ['', '&title=title'])
          expect(await wrongSorts({ keys, falling: ['created'], list: listed(more) }, size)).toEqual([]);
      }),
      { numRuns: 4 },
    );
    expect(await call('GET', '/api/control/tasks/?sort=author')).toMatchObject({ status: 400 });
  });

  it('shows the last start and the newest report of the crawler', async () => {
    const org = await putOrganisation(database);
    const [task = ''] = await putTasks(database, org, 1, { sources: ['git_repo', 'gist'] });
    expect(await call('POST', `/api/tasks/${task}/start/`, org)).toMatchObject({ status: 200 });
    const [started] = (await list({ org })).results;
    expect(started).toMatchObject({ status: true, start_time: expect.any(String) });
    expect(await call('POST', `/api/tasks/${task}/start_right_now/`)).toMatchObject({ status: 200 });
    await query(database, (em) =>
      rows(
        em,
        sql`update tasks.task_source set activity_at = case source_type when 'gist' then '2026-05-02T10:00:00Z'::timestamptz else '2026-05-01T10:00:00Z' end
          where task_id = ${task}`,
      ),
    );
    expect((await list({ org })).results).toMatchObject([{ start_time: started?.start_time, last_activity: '2026-05-02T10:00:00.000Z' }]);
  });
});
