import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  internalTaskRemains,
  internalTasksOfOrganisations,
  listTasks,
  type OrganisationChange,
  organisationChangesV1,
  technicalFactsV1,
} from '@leakwatch/contracts';
import { newId, rows, sql } from '@leakwatch/platform';
import { callerHeaders, testCaller } from '@leakwatch/testing';
import { currentLaunchSession } from '../launch-sessions/launch-session.store.ts';
import { findOrganisation } from '../organisations/organisation.store.ts';
import { taskChange } from '../search-tasks/task-change.read-model.ts';
import { COUNT_LAUNCH, openTasksServices, putOrganisation, putTasks, query, type TasksServices } from '../tasks.fixture.ts';
import { OrganisationChangesConsumer } from './organisation-changes.consumer.ts';

let services: TasksServices;
beforeAll(async () => {
  services = await openTasksServices(1);
});
afterAll(() => services.close());

async function call(organisation: string, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) {
  const headers = services.headers(organisation);
  const answer = await services.first.app.inject({ method, url, headers, ...(payload && { payload }) });
  const body: unknown = answer.json();
  return { status: answer.statusCode, body };
}

const message = (organisation_id: string, change: Partial<OrganisationChange> = {}) =>
  organisationChangesV1.schema.parse({
    organisation_id,
    version: 2,
    name: 'Romashka',
    active: true,
    trusted: true,
    starts_at: '2020-01-01T00:00:00.000Z',
    expires_at: '2120-01-01T00:00:00.000Z',
    tariff: null,
    ...change,
  });
const receive = (payload: OrganisationChange) =>
  services.first.app
    .get(OrganisationChangesConsumer)
    .save([{ id: newId(), key: payload.organisation_id, payload, publishedAt: new Date() }]);
const remove = (organisation: string, version = 2) => receive(message(organisation, { version, active: false, deleted: true }));

/** The task as the other services receive it. */
const told = async (id: string) => {
  const change = await query(services.database, (em) => taskChange(em, id));
  return { running: change?.running, archived: change?.archived, delete_events: change?.delete_events };
};
const counts = async (organisations: readonly string[]) => {
  const headers = callerHeaders(testCaller(null, { service: 'gateway', staff: true }));
  const answer = await services.first.app.inject({
    method: 'POST',
    url: internalTasksOfOrganisations.path,
    headers,
    payload: { organisations },
  });
  return internalTasksOfOrganisations.answer.parse(answer.json()).counts;
};
const remains = async (id: string, version = 2) => {
  const headers = callerHeaders(testCaller(null, { service: 'gateway', staff: true }));
  const payload = { organisations: [{ id, version }] };
  const answer = await services.first.app.inject({ method: 'POST', url: internalTaskRemains.path, headers, payload });
  return internalTaskRemains.answer.parse(answer.json()).remains[id];
};
const DELETED = { running: false, archived: true, delete_events: true };

describe('a deleted organisation', () => {
  it('loses its tasks with their events, running ones and those that were deleted without events; others keep theirs', async () => {
    const [organisation, other] = [await putOrganisation(services.database), await putOrganisation(services.database)];
    const [running = '', stopped = '', old = ''] = await putTasks(services.database, organisation, 3);
    const [theirs = ''] = await putTasks(services.database, other, 1);
    for (const [of, task] of [
      [organisation, running],
      [other, theirs],
    ] as const)
      expect(await call(of, 'POST', `/api/tasks/${task}/start/`)).toMatchObject({ status: 200 });
    expect(await call(organisation, 'DELETE', `/api/tasks/${old}/`)).toMatchObject({ status: 200 });
    expect(await told(old)).toEqual({ ...DELETED, delete_events: false });
    expect(await counts([organisation, other, newId()])).toEqual({ [organisation]: 2, [other]: 1 });

    await remove(organisation);

    for (const task of [running, stopped, old]) expect(await told(task)).toEqual(DELETED);
    expect(await told(theirs)).toEqual({ running: true, archived: false, delete_events: false });
    expect(await counts([organisation, other])).toEqual({ [other]: 1 });
    expect(listTasks.answer.parse((await call(organisation, 'GET', '/api/tasks/')).body).count).toBe(0);
    const open = await query(services.database, (em) =>
      rows(em, sql`select id from tasks.launch where organisation_id = ${organisation} and state in ('waiting', 'released')`),
    );
    expect(open).toEqual([]);
  });

  it('gets no further tasks, and a repeated or older message changes nothing', async () => {
    const organisation = await putOrganisation(services.database);
    const [task = ''] = await putTasks(services.database, organisation, 1);
    await remove(organisation);
    const versionOf = async () => (await query(services.database, (em) => taskChange(em, task)))?.version;
    const version = await versionOf();
    await remove(organisation);
    await receive(message(organisation, { version: 1 }));
    expect(await versionOf()).toBe(version);
    const body = {
      title: 'A task of ours',
      patterns: { internal_domains: { patterns: ['one.corp'] } },
      sources: [{ source_type: 'gist' }],
    };
    expect(await call(organisation, 'POST', '/api/tasks/', body)).toMatchObject({ status: 409, body: { code: 'organisation_unknown' } });
    expect(await call(organisation, 'POST', `/api/tasks/${task}/start/`)).toMatchObject({ status: 404 });
  });

  it('keeps no task that is created at that moment', async () => {
    const body = {
      title: 'A task of ours',
      patterns: { internal_domains: { patterns: ['one.corp'] } },
      sources: [{ source_type: 'gist' }],
    };
    for (const _ of [1, 2, 3, 4]) {
      const organisation = await putOrganisation(services.database);
      await Promise.all([
        call(organisation, 'POST', '/api/tasks/', body),
        remove(organisation),
        call(organisation, 'POST', '/api/tasks/', body),
      ]);
      expect(await counts([organisation])).toEqual({});
    }
  });

  it('says what is left of it: nothing is known before the message, then it is kept for a month, then it is gone', async () => {
    const organisation = await putOrganisation(services.database);
    await putTasks(services.database, organisation, 2);
    expect(await remains(organisation)).toEqual([{ part: 'tasks', open: true, left: 2, until: null }]);
    await remove(organisation);
    const [kept] = (await remains(organisation)) ?? [];
    expect(kept).toMatchObject({ part: 'tasks', open: false, left: 2 });
    const deletedAt = (await query(services.database, (em) => findOrganisation(em, organisation)))?.deleted_at;
    expect(new Date(kept?.until ?? '').getTime() - (deletedAt?.getTime() ?? 0)).toBe(30 * 86_400_000);
  });

  it('has its launch session ended', async () => {
    const organisation = await putOrganisation(services.database, COUNT_LAUNCH);
    const [task = ''] = await putTasks(services.database, organisation, 1);
    expect(await call(organisation, 'POST', `/api/tasks/${task}/start/`)).toMatchObject({ status: 200 });
    const session = () => query(services.database, (em) => currentLaunchSession(em, organisation));
    expect(await session()).not.toBeNull();
    await remove(organisation);
    expect(await session()).toBeNull();
  });
});

it('people of an inactive organisation read its tasks and change none; staff may', async () => {
  const organisation = await putOrganisation(services.database);
  const [task = ''] = await putTasks(services.database, organisation, 1, { sources: ['github'] });
  await query(services.database, (em) => rows(em, sql`update tasks.task set git_monitoring = false where id = ${task}`));
  await receive(message(organisation, { active: false }));
  const payload = { title: 'Billing', sources: [{ source_type: 'github' }], patterns: { keywords: { patterns: ['one'] } } };
  const as = async (headers: Record<string, string>, method: 'PATCH' | 'DELETE' | 'POST', url: string) => {
    const answer = await services.first.app.inject({ method, url, headers, ...(method !== 'DELETE' && { payload }) });
    return { status: answer.statusCode, body: answer.json<unknown>() };
  };
  const [customer, staff] = [services.headers(organisation), callerHeaders(testCaller(null, { staff: true }))];
  const refused = { status: 409, body: { code: 'organisation_inactive' } };
  expect(await as(customer, 'POST', '/api/tasks/')).toMatchObject(refused);
  expect(await as(customer, 'PATCH', `/api/tasks/${task}/`)).toMatchObject(refused);
  expect(await as(customer, 'DELETE', `/api/tasks/${task}/?delete_events=true`)).toMatchObject(refused);
  expect(await call(organisation, 'GET', `/api/tasks/${task}/`)).toMatchObject({ status: 200, body: { title: 'Task 1' } });
  expect(await as(staff, 'PATCH', `/api/tasks/${task}/`)).toMatchObject({ status: 200 });
  expect(await as(staff, 'DELETE', `/api/tasks/${task}/`)).toMatchObject({ status: 200 });
});

describe('lowered limits', () => {
  const tariff = (change: object) => ({
    ...COUNT_LAUNCH,
    id: newId(),
    task_limit: 10,
    pattern_limit: 100,
    patterns_per_task_limit: 10,
    time_limit_total_months: 12,
    type: 'all_inclusive' as const,
    launch_limit: null,
    time_limit_per_launch: null,
    ...change,
  });
  const facts = async (organisation: string) => {
    const found = await services.first.foundation.database.orm.em
      .fork()
      .getConnection()
      .execute<{ payload: unknown }[]>(
        `select payload from bus.message where topic = ? and payload ->> 'organisation_id' = ? order by position`,
        [technicalFactsV1.topic, organisation],
      );
    return found.map(({ payload }) => technicalFactsV1.schema.parse(payload)).map(({ kind, exceeded }) => ({ kind, exceeded }));
  };

  it('below what runs stop nothing, refuse the next start, and are told once for each change', async () => {
    const organisation = await putOrganisation(services.database, tariff({}));
    const [one = '', two = '', three = '', further = ''] = await putTasks(services.database, organisation, 4, { patterns: 4 });
    for (const task of [one, two, three]) await call(organisation, 'POST', `/api/tasks/${task}/start/`);
    await receive(message(organisation, { tariff: tariff({ task_limit: 3 }) }));
    expect(await facts(organisation)).toEqual([]);

    await receive(message(organisation, { version: 3, tariff: tariff({ task_limit: 2, pattern_limit: 11 }) }));
    const told = { tasks: { used: 3, limit: 2 }, patterns: { used: 12, limit: 11 }, launches: null };
    expect(await facts(organisation)).toEqual([{ kind: 'limits_lowered', exceeded: told }]);
    for (const task of [one, two, three])
      expect(await query(services.database, (em) => taskChange(em, task))).toMatchObject({ running: true });
    expect(await call(organisation, 'POST', `/api/tasks/${further}/start/`)).toMatchObject({ body: { code: 'task_limit_reached' } });

    await receive(message(organisation, { version: 4, name: 'Vasilek', tariff: tariff({ task_limit: 2, pattern_limit: 11 }) }));
    await receive(message(organisation, { version: 4, tariff: tariff({ task_limit: 1, pattern_limit: 11 }) }));
    expect(await facts(organisation)).toHaveLength(1);
    await receive(message(organisation, { version: 5, tariff: tariff({ task_limit: 1, pattern_limit: 11 }) }));
    expect((await facts(organisation)).at(-1)).toMatchObject({ exceeded: { tasks: { used: 3, limit: 1 }, patterns: null } });
  });

  it('below what runs refuse no edit and no launch of a running task, only more patterns', async () => {
    const organisation = await putOrganisation(services.database, tariff({}));
    const [one = '', two = ''] = await putTasks(services.database, organisation, 2, { patterns: 4, sources: ['github'] });
    await query(services.database, (em) => rows(em, sql`update tasks.task set git_monitoring = false where id in (${one}, ${two})`));
    for (const task of [one, two]) await call(organisation, 'POST', `/api/tasks/${task}/start/`);
    await receive(message(organisation, { tariff: tariff({ task_limit: 1, pattern_limit: 5 }) }));
    const save = async (patterns: readonly string[]) => {
      const body = { title: 'Billing', sources: [{ source_type: 'github' }], patterns: { keywords: { patterns } } };
      const headers = services.headers(organisation);
      const answer = await services.first.app.inject({ method: 'PATCH', url: `/api/tasks/${one}/`, headers, payload: body });
      return { status: answer.statusCode, body: answer.json<unknown>() };
    };
    expect(await save(['one', 'two', 'three', 'four'])).toMatchObject({ status: 200 });
    expect(await save(['one', 'two', 'three', 'four', 'five'])).toMatchObject({ status: 409, body: { code: 'pattern_limit_reached' } });
    expect(await save(['one', 'two'])).toMatchObject({ status: 200 });
    expect(await save(['one', 'two', 'three'])).toMatchObject({ status: 409, body: { code: 'pattern_limit_reached' } });
    const staff = callerHeaders(testCaller(null, { staff: true }));
    const launched = await services.first.app.inject({ method: 'POST', url: `/api/tasks/${one}/start_right_now/`, headers: staff });
    expect(launched.statusCode).toBe(200);
  });

  it('of launches are told when more of them are used', async () => {
    const counted = { ...COUNT_LAUNCH, launch_limit: 5 };
    const organisation = await putOrganisation(services.database, tariff(counted));
    const starts_at = new Date(Date.now() - 3_600_000).toISOString();
    await query(services.database, (em) =>
      rows(
        em,
        sql`insert into tasks.session (id, organisation_id, state, started_at, end_time, ended_at)
          select gen_random_uuid(), ${organisation}, 'over', now(), now(), now() from generate_series(1, 2)`,
      ),
    );
    await receive(message(organisation, { starts_at, tariff: tariff({ ...counted, launch_limit: 2 }) }));
    expect(await facts(organisation)).toEqual([]);
    await receive(message(organisation, { version: 3, starts_at, tariff: tariff({ ...counted, launch_limit: 1 }) }));
    expect(await facts(organisation)).toMatchObject([{ exceeded: { tasks: null, launches: { used: 2, limit: 1 } } }]);
  });
});

it('an end of service that staff chose replaces the term of a tariff that counts launches', async () => {
  const tariff = { ...COUNT_LAUNCH, id: newId(), task_limit: 1, pattern_limit: 1, patterns_per_task_limit: 1, time_limit_total_months: 1 };
  const organisation = newId();
  const term = async () => (await query(services.database, (em) => findOrganisation(em, organisation)))?.time_limit_at;
  await receive(message(organisation, { tariff }));
  expect(await term()).toEqual(new Date('2020-02-01T00:00:00.000Z'));
  await receive(message(organisation, { tariff, version: 3, custom_time_limitations: true }));
  expect(await term()).toBeNull();
});
