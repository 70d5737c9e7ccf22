import { SchedulerRegistry } from '@nestjs/schedule';
import { newId, RetentionSchedule, rows, SCHEDULER, sql } from '@leakwatch/platform';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openTasksServices, putOrganisation, putTasks, type TasksServices } from './tasks.fixture.ts';

let services: TasksServices;
let organisation: string;
let task: string;

beforeAll(async () => {
  services = await openTasksServices(2);
  organisation = await putOrganisation(services.database);
  [task = ''] = await putTasks(services.database, organisation, 1);
});
afterAll(() => services.close());

const run = <T>(statement: ReturnType<typeof sql<T>>) => services.database.inScope(SCHEDULER, (em) => rows(em, statement));
const count = async (table: string) => (await run<{ n: number }>(sql`select count(*)::int as n from ${sql.table(table)}`))[0]?.n;
const sweepsOf = (nth: number): RetentionSchedule => {
  const service = services.apps[nth];
  if (service === undefined) throw new Error('no such service');
  return service.app.get(RetentionSchedule, { strict: false });
};

it('deletes launches a month after they ended, page by page, and no other', async () => {
  const add = (launches: number, state: string, days: number | null) =>
    run(sql`
      insert into tasks.launch (id, task_id, organisation_id, source_type, trigger, state, task_version, finished_at)
      select gen_random_uuid(), ${task}, ${organisation}, 'git_repo', 'schedule', ${state}, 1, now() - make_interval(days => ${days})
      from generate_series(1, ${launches})`);
  await add(2_500, 'done', 31);
  await add(3, 'failed', 29);
  await add(1, 'released', null);
  expect((await sweepsOf(0).sweep()).get('launch')).toBe(2_500);
  expect(await count('tasks.launch')).toBe(4);
});

it('deletes ids of the inbox when their messages cannot be delivered again, and not while the log holds one of that time', async () => {
  const at = (days: number) => sql`now() - make_interval(days => ${days})`;
  await run(sql`insert into tasks.inbox (message_id, topic, handled_at) values
    (${newId()}, 't', ${at(40)}), (${newId()}, 't', ${at(24)}), (${newId()}, 't', ${at(20)}), (${newId()}, 't', now())`);
  const old = await services.first.foundation.database.orm.em
    .fork()
    .getConnection()
    .execute<{ position: string }[]>(
      `insert into bus.message (id, topic, partition, key, payload, published_at)
       values (gen_random_uuid(), 'stuck', 0, 'k', '{}', now() - interval '30 days') returning position`,
    );
  await sweepsOf(0).sweep();
  expect(await count('tasks.inbox')).toBe(3);
  await services.first.foundation.database.orm.em
    .fork()
    .getConnection()
    .execute(`delete from bus.message where position = ${old[0]?.position}`);
  await sweepsOf(0).sweep();
  expect(await count('tasks.inbox')).toBe(2);
});

it('deletes what a task searched for three months after the task was deleted; the task and its history stay', async () => {
  const [gone = '', kept = ''] = await putTasks(services.database, organisation, 2);
  await run(sql`update tasks.task set archived_at = now() - interval '91 days' where id = ${gone}`);
  await run(sql`update tasks.task set archived_at = now() - interval '89 days' where id = ${kept}`);
  await sweepsOf(0).sweep();
  const left = await run<{ id: string; patterns: number; sources: number }>(sql`
    select t.id, (select count(*)::int from tasks.pattern p where p.task_id = t.id) as patterns,
      (select count(*)::int from tasks.task_source s where s.task_id = t.id) as sources
    from tasks.task t where t.id in (${gone}, ${kept})`);
  expect(new Map(left.map(({ id, ...parts }) => [id, parts]))).toEqual(
    new Map([
      [gone, { patterns: 0, sources: 0 }],
      [kept, { patterns: 2, sources: 1 }],
    ]),
  );
});

it('deletes all that an organisation left a month after it was deleted, but the row that says so', async () => {
  const gone = async (days: number) => {
    const id = await putOrganisation(services.database);
    const [one = ''] = await putTasks(services.database, id, 2);
    await run(sql`insert into tasks.launch (id, task_id, organisation_id, source_type, trigger, state, task_version, finished_at)
      values (gen_random_uuid(), ${one}, ${id}, 'git_repo', 'schedule', 'cancelled', 1, now() - make_interval(days => ${days}))`);
    await run(sql`insert into tasks.session (id, organisation_id, state, started_at, end_time, ended_at)
      values (gen_random_uuid(), ${id}, 'over', now(), now(), now())`);
    await run(
      sql`insert into tasks.task_change (id, organisation_id, task_id, action, details) values (gen_random_uuid(), ${id}, ${one}, 'delete', '[]')`,
    );
    await run(sql`insert into tasks.published_fact (organisation_id, cause) values (${id}, 'source:1')`);
    await run(
      sql`update tasks.organisation set deleted = true, deleted_at = now() - make_interval(days => ${days}) where organisation_id = ${id}`,
    );
    return id;
  };
  const [old, fresh] = [await gone(31), await gone(29)];
  /** The tables that name the organisation. */
  const tablesOf = async (id: string) => {
    const names = await run<{ name: string }>(sql`
      select table_name as name from information_schema.columns where table_schema = 'tasks' and column_name = 'organisation_id' order by 1`);
    const found = await Promise.all(
      names.map(async ({ name }) => {
        const [row] = await run<{ n: number }>(
          sql`select count(*)::int as n from ${sql.table(`tasks.${name}`)} where organisation_id = ${id}`,
        );
        return (row?.n ?? 0) > 0 ? [name] : [];
      }),
    );
    return found.flat();
  };
  const before = await tablesOf(fresh);
  expect(before).toEqual(await tablesOf(old));
  expect(before).toEqual(expect.arrayContaining(['launch', 'pattern', 'published_fact', 'session', 'task', 'task_change', 'task_source']));
  await sweepsOf(0).sweep();
  expect(await tablesOf(old)).toEqual(['organisation']);
  expect(await tablesOf(fresh)).toEqual(before);
});

it('is the work of one process, at an interval', async () => {
  // Those of the launches and of the sealed values, and this one.
  expect(services.first.app.get(SchedulerRegistry, { strict: false }).getIntervals()).toHaveLength(3);
  await run(sql`insert into tasks.inbox (message_id, topic, handled_at) values (${newId()}, 't', now() - interval '40 days')`);
  await Promise.all([sweepsOf(0).tick(), sweepsOf(1).tick()]);
  const leases = await run<{ holder: string }>(sql`select holder from tasks.lease where name = 'retention'`);
  expect(leases).toHaveLength(1);
  expect(await count('tasks.inbox')).toBe(2);
});
