import { expect, it } from '@jest/globals';
import { rows, sql } from '@leakwatch/platform';
import { waitUntil } from '@leakwatch/testing';
import { WithdrawLaunches } from '../launches/withdraw-launches.ts';
import { COUNT_LAUNCH, openTasksServices, putOrganisation, putTasks, query } from '../tasks.fixture.ts';

it('a launch session ends while Redis is away: tasks stop, and the time-out ends once no worker can be running', async () => {
  // No server listens on this port.
  const services = await openTasksServices(1, { REDIS_URL: 'redis://127.0.0.1:1' });
  try {
    const { first: service } = services;
    const { app, foundation } = service;
    const organisation = await putOrganisation(foundation.database, COUNT_LAUNCH);
    const [task = ''] = await putTasks(foundation.database, organisation, 1);
    const answer = await app.inject({ method: 'POST', url: `/api/tasks/${task}/start/`, headers: services.headers(organisation) });
    expect(answer.statusCode).toBe(200);
    const state = async () => {
      const [found] = await query(foundation.database, (em) =>
        rows(
          em,
          sql<{ session: string; running: boolean }>`select s.state as session, t.running from tasks.session s, tasks.task t
              where s.organisation_id = ${organisation} and t.id = ${task}`,
        ),
      );
      return found;
    };
    const released = sql<{ n: number }>`select count(*)::int as n from tasks.launch where task_id = ${task} and state = 'released'`;
    await waitUntil('the launch is released', async () => (await query(foundation.database, (em) => rows(em, released)))[0]?.n === 1);
    await query(foundation.database, (em) =>
      rows(em, sql`update tasks.session set end_time = now() - interval '1 second' where organisation_id = ${organisation}`),
    );
    await waitUntil('the session times out', async () => (await state())?.session === 'timing_out');
    expect(await state()).toEqual({ session: 'timing_out', running: false });
    await app
      .get(WithdrawLaunches)
      .run(0)
      .catch(() => undefined);
    await waitUntil('the time-out is over', async () => (await state())?.session === 'over');
  } finally {
    await services.close();
  }
});
