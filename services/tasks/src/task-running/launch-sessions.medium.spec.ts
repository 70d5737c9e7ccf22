import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { crawlJob, crawlQueue, currentLimits } from '@leakwatch/contracts';
import { type Database, rows, sql } from '@leakwatch/platform';
import { waitUntil } from '@leakwatch/testing';
import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { WithdrawLaunches } from '../launches/withdraw-launches.ts';
import { COUNT_LAUNCH, openTasksServices, putOrganisation, putTasks, query, type TasksServices } from '../tasks.fixture.ts';
import { StopExpiredTasks } from './stop-expired-tasks.ts';

const DAY_MS = 86_400_000;
/** Concurrent starts; far more than any limit below. */
const AT_ONCE = 200;

let services: TasksServices;
let database: Database;

beforeAll(async () => {
  services = await openTasksServices(2);
  database = services.database;
});
afterAll(() => services.close());
// Launches that one test leaves would fill the release window of the next.
afterEach(() =>
  query(database, async (em) => {
    await rows(em, sql`update tasks.task set running = false`);
    await rows(em, sql`update tasks.launch set state = 'cancelled' where state in ('waiting', 'released', 'cancelling')`);
  }),
);

/** Calls the service with that number. Returns status and error code. */
async function post(
  organisation: string,
  path: string,
  body: object = {},
  service = 0,
): Promise<{ status: number; code: string; body: unknown }> {
  const app = services.apps[service % services.apps.length]?.app;
  if (app === undefined) throw new Error('no service');
  const answer = await app.inject({ method: 'POST', url: path, headers: services.headers(organisation), payload: body });
  const parsed: { code?: string } = answer.json();
  return { status: answer.statusCode, code: parsed.code ?? '', body: parsed };
}

async function limits(organisation: string) {
  const answer = await services.first.app.inject({
    url: '/api/control/tariffs/count_launch/current_limits/',
    headers: services.headers(organisation),
  });
  return currentLimits.answer.parse(answer?.json());
}

const end = (now: Date) => {
  const found = services.apps[1]?.app.get(StopExpiredTasks);
  if (found === undefined) throw new Error('no service');
  return found.run(now);
};

const running = (organisation: string) =>
  query(database, (em) => rows(em, sql<{ id: string }>`select id from tasks.task where organisation_id = ${organisation} and running`));

function count(values: readonly (string | number)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

/** A worker that keeps every launch running until it is let go. */
async function workOn(task: string) {
  const { settings } = services.first.foundation;
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const redis = new Redis(settings.REDIS_URL, { maxRetriesPerRequest: null });
  const seen: string[] = [];
  const worker = new Worker(
    crawlQueue('git_repo'),
    async (job) => {
      seen.push(crawlJob.parse(job.data).task_id);
      await held;
    },
    { connection: redis, concurrency: 100 },
  );
  await waitUntil('the worker has the launch', async () => seen.includes(task));
  return async () => {
    letGo();
    await worker.close();
    redis.disconnect();
  };
}

describe('concurrent starts', () => {
  it('never exceed the task limit, with two services', async () => {
    const organisation = await putOrganisation(database, { task_limit: 5 });
    const ids = await putTasks(database, organisation, AT_ONCE);
    const answers = await Promise.all(ids.map((id, at) => post(organisation, `/api/tasks/${id}/start/`, {}, at)));
    expect(count(answers.map(({ status, code }) => `${status} ${code}`))).toEqual({ '200 ': 5, '409 task_limit_reached': AT_ONCE - 5 });
    expect(await running(organisation)).toHaveLength(5);
  });

  it('never exceed the pattern limit', async () => {
    const organisation = await putOrganisation(database, { pattern_limit: 10 });
    const ids = await putTasks(database, organisation, 40, { patterns: 3 });
    const answers = await Promise.all(ids.map((id, at) => post(organisation, `/api/tasks/${id}/start/`, {}, at)));
    expect(count(answers.map(({ code }) => code))).toEqual({ '': 3, pattern_limit_reached: 37 });
  });

  it('of one session use up one launch, with two services', async () => {
    const organisation = await putOrganisation(database, { ...COUNT_LAUNCH, task_limit: AT_ONCE });
    const ids = await putTasks(database, organisation, 60);
    const answers = await Promise.all(ids.map((id, at) => post(organisation, `/api/tasks/${id}/start/`, {}, at)));
    expect(count(answers.map(({ status }) => status))).toEqual({ 200: 60 });
    expect(await limits(organisation)).toMatchObject({ launch_count: 1, launches_left: 1, active_sessions: { count: 1, timeout: false } });
  });

  it('and stops never exceed the launch limit', async () => {
    const organisation = await putOrganisation(database, { ...COUNT_LAUNCH, launch_limit: 3 });
    const ids = await putTasks(database, organisation, 10);
    const calls = Array.from({ length: 60 }, (_, at) =>
      at % 2 === 0
        ? post(organisation, `/api/tasks/${organisation}/start_session/`, { taskIds: [ids[at % ids.length]] }, at / 2)
        : post(organisation, `/api/tasks/${organisation}/stop_session/`, {}, (at - 1) / 2),
    );
    const codes = count((await Promise.all(calls)).map(({ code }) => code));
    expect(Object.keys(codes).filter((code) => !['', 'launch_limit_reached', 'session_missing'].includes(code))).toEqual([]);
    const sessions = await query(database, (em) =>
      rows(em, sql<{ n: number }>`select count(*)::int as n from tasks.session where organisation_id = ${organisation}`),
    );
    expect(sessions[0]?.n).toBeLessThanOrEqual(3);
  });
});

describe('a launch session', () => {
  it('starts all of its tasks or none, and further tasks join it', async () => {
    const organisation = await putOrganisation(database, { ...COUNT_LAUNCH, task_limit: 3, launch_limit: 1 });
    const ids = await putTasks(database, organisation, 4);
    const path = `/api/tasks/${organisation}/start_session/`;
    expect(await post(organisation, path, { taskIds: ids })).toMatchObject({ status: 409, code: 'task_limit_reached' });
    expect(await running(organisation)).toEqual([]);
    expect((await limits(organisation)).launch_count).toBe(0);
    expect(await post(organisation, path, { taskIds: ids.slice(0, 2) })).toMatchObject({ body: { started: 2, launch_used: true } });
    expect(await post(organisation, path, { taskIds: ids.slice(0, 3) })).toMatchObject({ body: { started: 1, launch_used: false } });
    expect(await post(organisation, path, { taskIds: [] })).toMatchObject({ status: 400 });
    const stop = `/api/tasks/${organisation}/stop_session/`;
    expect(await post(organisation, stop)).toMatchObject({ body: { message: 'session_stopped', stopped: 3 } });
    expect(await post(organisation, stop)).toMatchObject({ status: 409, code: 'session_missing' });
    expect(await post(organisation, path, { taskIds: ids.slice(0, 1) })).toMatchObject({ status: 409, code: 'launch_limit_reached' });
    expect(await limits(organisation)).toMatchObject({ launch_count: 1, launches_left: 0, active_sessions: { count: 0, end_time: null } });
  });

  it('of another organisation is not found, nor are its tasks', async () => {
    const [ours, theirs] = [await putOrganisation(database, COUNT_LAUNCH), await putOrganisation(database, COUNT_LAUNCH)];
    const [task] = await putTasks(database, theirs, 1);
    expect(await post(ours, `/api/tasks/${theirs}/start_session/`, { taskIds: [task] })).toMatchObject({ status: 404, code: 'not_found' });
    expect(await post(ours, `/api/tasks/${theirs}/stop_session/`)).toMatchObject({ status: 404, code: 'not_found' });
    expect(await post(ours, `/api/tasks/${ours}/start_session/`, { taskIds: [task] })).toMatchObject({ status: 404, code: 'not_found' });
    expect((await limits(ours)).launch_count).toBe(0);
  });

  it('is refused under a tariff that does not count launches', async () => {
    const organisation = await putOrganisation(database);
    const ids = await putTasks(database, organisation, 1);
    expect(await post(organisation, `/api/tasks/${organisation}/start_session/`, { taskIds: ids })).toMatchObject({
      status: 409,
      code: 'session_not_in_tariff',
    });
  });

  it('times out at its end: tasks stop, launches are cancelled, and only then it is over', async () => {
    const organisation = await putOrganisation(database, COUNT_LAUNCH);
    const ids = await putTasks(database, organisation, 2);
    const [task = ''] = ids;
    await post(organisation, `/api/tasks/${organisation}/start_session/`, { taskIds: ids });
    const letGo = await workOn(task);
    const endTime = new Date(Date.now() + 3 * DAY_MS + 1000);
    await end(new Date(endTime.getTime() - 60_000));
    expect(await running(organisation)).toHaveLength(2);
    await end(endTime);
    expect(await running(organisation)).toEqual([]);
    const states = await query(database, (em) =>
      rows(em, sql<{ state: string }>`select state from tasks.session where organisation_id = ${organisation}`),
    );
    expect(states).toEqual([{ state: 'timing_out' }]);
    expect(await limits(organisation)).toMatchObject({ active_sessions: { count: 1, timeout: true } });
    expect(await post(organisation, `/api/tasks/${task}/start/`)).toMatchObject({ status: 409, code: 'session_timeout' });
    expect(await post(organisation, `/api/tasks/${organisation}/stop_session/`)).toMatchObject({ status: 409, code: 'session_timeout' });
    await letGo();
    const withdraw = services.first.app.get(WithdrawLaunches);
    await withdraw?.run();
    await end(endTime);
    expect(await limits(organisation)).toMatchObject({ launch_count: 1, active_sessions: { count: 0, timeout: false } });
    const told = await query(database, (em) =>
      rows(em, sql<{ action: string }>`select action from tasks.task_change where organisation_id = ${organisation} order by id`),
    );
    expect(count(told.map(({ action }) => action))).toEqual({ session_start: 1, start: 2, stop: 2, session_timeout: 1 });
  });

  it('that ended while no service ran refuses starts and stops at once', async () => {
    const organisation = await putOrganisation(database, COUNT_LAUNCH);
    const [task = '', other = ''] = await putTasks(database, organisation, 2);
    await post(organisation, `/api/tasks/${task}/start/`);
    const letGo = await workOn(task);
    await query(database, (em) =>
      rows(em, sql`update tasks.session set end_time = now() - interval '1 hour' where organisation_id = ${organisation}`),
    );
    expect(await post(organisation, `/api/tasks/${other}/start/`)).toMatchObject({ status: 409, code: 'session_timeout' });
    await waitUntil('the clock of a service stops the task', async () => (await running(organisation)).length === 0);
    expect(await limits(organisation)).toMatchObject({ active_sessions: { count: 1, timeout: true } });
    await letGo();
    await waitUntil('the time-out is over', async () => (await limits(organisation)).active_sessions.count === 0);
    expect(await post(organisation, `/api/tasks/${other}/start/`)).toMatchObject({ status: 200 });
  });
});

describe('an organisation', () => {
  it('that has expired or is inactive has its tasks stopped', async () => {
    const soon = new Date(Date.now() + 2 * DAY_MS);
    const organisation = await putOrganisation(database, {}, { expires_at: soon.toISOString() });
    const [task = ''] = await putTasks(database, organisation, 1);
    await post(organisation, `/api/tasks/${task}/start/`);
    await end(new Date(soon.getTime() - 1));
    expect(await running(organisation)).toHaveLength(1);
    await end(soon);
    expect(await running(organisation)).toEqual([]);
  });

  it('whose period was moved into the future has its tasks stopped', async () => {
    const organisation = await putOrganisation(database);
    const [task = ''] = await putTasks(database, organisation, 1);
    await post(organisation, `/api/tasks/${task}/start/`);
    await end(new Date(Date.now() - 2 * DAY_MS));
    expect(await running(organisation)).toEqual([]);
  });

  it('past its time limit has its launch session timed out, with or without custom dates', async () => {
    const organisation = await putOrganisation(database, { ...COUNT_LAUNCH, time_limit_total_months: 1, time_limit_per_launch: 100 });
    const [task = ''] = await putTasks(database, organisation, 1);
    await post(organisation, `/api/tasks/${task}/start/`);
    await end(new Date(Date.now() + 35 * DAY_MS));
    expect(await running(organisation)).toEqual([]);
  });
});
