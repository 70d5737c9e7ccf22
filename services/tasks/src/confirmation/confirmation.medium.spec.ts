import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTask, getTask, listTasks, taskChangesV1 } from '@leakwatch/contracts';
import { type Database, rows, sql } from '@leakwatch/platform';
import { openTasksServices, putOrganisation, putTasks, query, type TasksServices } from '../tasks.fixture.ts';
import { taskChange } from '../search-tasks/task-change.read-model.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
let services: TasksServices;
let database: Database;

beforeAll(async () => {
  services = await openTasksServices(1);
  database = services.database;
});
afterAll(() => services.close());

async function call(organisation: string | null, method: Method, url: string, payload?: object) {
  const headers = services.headers(organisation, organisation === null);
  const answer = await services.first.app.inject({ method, url, headers, ...(payload && { payload }) });
  const body: unknown = answer.json();
  return { status: answer.statusCode, body };
}

const remote = (name: string) => ({
  repo_title: name,
  repo_url: `https://git.example/${name}`,
  repo_default_branch: 'main',
  git_remote_url: `https://git.example/${name}.git`,
  repo_remote_source: 'custom',
});

const body = (domains: readonly string[], repositories: readonly string[]) => ({
  title: 'A task of ours',
  patterns: { internal_domains: { patterns: domains } },
  git_monitoring: true,
  git_repository_observer: { account_name: 'team', source_type: 'custom' },
  git_repositories: repositories.map(remote),
});

/** The task as the crawler receives it. */
async function told(id: string) {
  const change = taskChangesV1.schema.parse(await query(database, (em) => taskChange(em, id)));
  return {
    running: change.running,
    patterns: change.patterns.map(({ text }) => text),
    repositories: change.repositories.map(({ title }) => title),
  };
}

const actions = (task: string) =>
  query(database, async (em) =>
    (await rows(em, sql<{ action: string }>`select action from tasks.task_change where task_id = ${task} order by created`)).map(
      ({ action }) => action,
    ),
  );

/** A task of an organisation that is not trusted, confirmed and running. */
async function confirmedTask(organisation: string): Promise<string> {
  const created = await call(organisation, 'POST', '/api/tasks/', body(['one.corp', 'two.corp'], ['first']));
  const { id } = createTask.answer.parse(created.body);
  expect(await call(organisation, 'POST', `/api/tasks/${id}/start/`)).toMatchObject({ status: 409, body: { code: 'task_not_confirmed' } });
  expect(await call(null, 'POST', `/api/control/tasks/${id}/confirm/`)).toMatchObject({ status: 200 });
  expect(await call(organisation, 'POST', `/api/tasks/${id}/start/`)).toMatchObject({ status: 200 });
  return id;
}

describe('in an organisation that is not trusted', () => {
  it('additions wait for staff, removed parts stop at once, the rest keeps running', async () => {
    const organisation = await putOrganisation(database, {}, { trusted: false });
    const id = await confirmedTask(organisation);
    await call(organisation, 'PATCH', `/api/tasks/${id}/`, body(['two.corp', 'three.corp'], ['first', 'second']));
    expect(await told(id)).toEqual({ running: true, patterns: ['two.corp'], repositories: ['first'] });
    const shown = getTask.answer.parse((await call(organisation, 'GET', `/api/tasks/${id}/`)).body);
    expect(shown.search_patterns.map(({ pattern, waiting }) => ({ pattern, waiting }))).toEqual([
      { pattern: 'two.corp', waiting: false },
      { pattern: 'three.corp', waiting: true },
    ]);
    expect(shown.git_repositories.map(({ waiting }) => waiting)).toEqual([false, true]);
    // Saving the same body again confirms nothing.
    await call(organisation, 'PATCH', `/api/tasks/${id}/`, body(['two.corp', 'three.corp'], ['first', 'second']));
    expect((await told(id)).patterns).toEqual(['two.corp']);
    await call(null, 'GET', `/api/control/tasks/${id}/confirm/`);
    expect(await told(id)).toEqual({ running: true, patterns: ['two.corp', 'three.corp'], repositories: ['first', 'second'] });
    expect(await actions(id)).toEqual(['create', 'confirm', 'start', 'update', 'confirm']);
  });

  it('a channel added to a confirmed source waits, and the others do not', async () => {
    const organisation = await putOrganisation(database, {}, { trusted: false });
    const sources = (...channels: readonly string[]) => [
      { source_type: 'github' },
      { source_type: 'telegram', tg_channels: channels.map((username) => ({ username })) },
    ];
    const task = (search: readonly object[]) => ({
      title: 'Channels of ours',
      patterns: { internal_domains: { patterns: ['one.corp'] } },
      sources: search,
    });
    const { id } = createTask.answer.parse((await call(organisation, 'POST', '/api/tasks/', task(sources('first', 'second')))).body);
    await call(null, 'POST', `/api/control/tasks/${id}/confirm/`);
    const channels = async () => {
      const shown = getTask.answer.parse((await call(organisation, 'GET', `/api/tasks/${id}/`)).body);
      return { waiting: shown.waiting_additions, channels: shown.sources.flatMap((source) => source.tg_channels) };
    };
    const [second, third] = [
      { username: 'second', waiting: false },
      { username: 'third', waiting: true },
    ];
    for (const times of [1, 2]) {
      await call(organisation, 'PATCH', `/api/tasks/${id}/`, task(sources('second', 'third')));
      expect({ times, ...(await channels()) }).toEqual({ times, waiting: true, channels: [second, third] });
    }
    await call(null, 'POST', `/api/control/tasks/${id}/confirm/`);
    expect(await channels()).toEqual({ waiting: false, channels: [second, { ...third, waiting: false }] });
    const entries = await query(database, (em) =>
      rows(
        em,
        sql<{ details: unknown }>`select details from tasks.task_change where task_id = ${id} and action = 'update' order by created`,
      ),
    );
    expect(entries[0]?.details).toEqual(expect.arrayContaining([{ field: 'channels', old: ['first'], new: ['third'] }]));
  });

  it('blocking stops the task and revokes its confirmation', async () => {
    const organisation = await putOrganisation(database, {}, { trusted: false });
    const id = await confirmedTask(organisation);
    expect(await call(organisation, 'POST', `/api/control/tasks/${id}/block/`)).toMatchObject({ status: 403 });
    expect(await call(null, 'POST', `/api/control/tasks/${id}/block/`)).toMatchObject({ status: 200 });
    expect((await told(id)).running).toBe(false);
    expect(await call(organisation, 'POST', `/api/tasks/${id}/start/`)).toMatchObject({
      status: 409,
      body: { code: 'task_not_confirmed' },
    });
  });

  it('publishes whether a task is confirmed, also when one is blocked that is stopped', async () => {
    const organisation = await putOrganisation(database, {}, { trusted: false });
    const id = await confirmedTask(organisation);
    await call(organisation, 'POST', `/api/tasks/${id}/stop/`);
    await call(null, 'POST', `/api/control/tasks/${id}/block/`);
    await call(null, 'POST', `/api/control/tasks/${id}/confirm/`);
    const published = await database.orm.em
      .fork()
      .getConnection()
      .execute<{ payload: unknown }[]>(`select payload from bus.message where topic = ? and payload ->> 'task_id' = ? order by position`, [
        taskChangesV1.topic,
        id,
      ]);
    const states = published
      .map(({ payload }) => taskChangesV1.schema.parse(payload))
      .map(({ running, confirmed }) => ({ running, confirmed }));
    expect(states).toEqual([
      { running: false, confirmed: false },
      { running: false, confirmed: true },
      { running: true, confirmed: true },
      { running: false, confirmed: true },
      { running: false, confirmed: false },
      { running: false, confirmed: true },
    ]);
  });
});

describe('a deleted task', () => {
  it('stops, disappears from lists and limits, and keeps its history', async () => {
    const organisation = await putOrganisation(database, { task_limit: 1 });
    const [task = '', other = ''] = await putTasks(database, organisation, 2);
    await call(organisation, 'POST', `/api/tasks/${task}/start/`);
    const stranger = await putOrganisation(database);
    expect(await call(stranger, 'DELETE', `/api/tasks/${task}/`)).toMatchObject({ status: 404 });
    expect(await call(organisation, 'DELETE', `/api/tasks/${task}/?delete_events=true`)).toMatchObject({ status: 200 });
    expect(await call(organisation, 'DELETE', `/api/tasks/${task}/`)).toMatchObject({ status: 404 });
    const list = listTasks.answer.parse((await call(organisation, 'GET', '/api/tasks/')).body);
    expect(list.results.map(({ id }) => id)).toEqual([other]);
    expect(await query(database, (em) => taskChange(em, task))).toMatchObject({ running: false, archived: true, delete_events: true });
    expect(await call(organisation, 'POST', `/api/tasks/${other}/start/`)).toMatchObject({ status: 200 });
    expect(await actions(task)).toEqual(['start', 'delete']);
  });
});

describe('starting right now', () => {
  it('is for staff: a running task is launched before its pause is over, a stopped one starts within its limits', async () => {
    const organisation = await putOrganisation(database, { task_limit: 1 });
    const [task = '', other = ''] = await putTasks(database, organisation, 2);
    expect(await call(organisation, 'POST', `/api/tasks/${task}/start_right_now/`)).toMatchObject({ status: 403 });
    expect(await call(null, 'POST', `/api/tasks/${task}/start_right_now/`)).toMatchObject({ status: 200 });
    expect(await call(null, 'POST', `/api/tasks/${other}/start_right_now/`)).toMatchObject({
      status: 409,
      body: { code: 'task_limit_reached' },
    });
    await query(database, async (em) => {
      await rows(em, sql`update tasks.launch set state = 'done' where task_id = ${task}`);
      await rows(em, sql`update tasks.task_source set next_launch_at = now() + interval '1 hour' where task_id = ${task}`);
    });
    expect(await call(null, 'POST', `/api/tasks/${task}/start_right_now/`)).toMatchObject({ status: 200 });
    const launches = await query(database, (em) =>
      rows(em, sql<{ trigger: string }>`select trigger from tasks.launch where task_id = ${task} and state in ('waiting', 'released')`),
    );
    expect(launches).toEqual([{ trigger: 'staff' }]);
  });
});
