import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { currentLimits } from '@leakwatch/contracts';
import { rows, sql } from '@leakwatch/platform';
import { withClock } from '@leakwatch/testing';
import { addDueLaunches } from './launches/launch.store.ts';
import { StopExpiredTasks } from './task-running/stop-expired-tasks.ts';
import { COUNT_LAUNCH, openTasksServices, putOrganisation, putTasks, query, type TasksServices } from './tasks.fixture.ts';

let services: TasksServices;
beforeAll(async () => {
  services = await openTasksServices(1);
});
afterAll(() => services.close());

/** An organisation with a session that one started task has opened, and that ends after some minutes. */
async function openSession(endsAfterMinutes: number) {
  const organisation = await putOrganisation(services.database, COUNT_LAUNCH);
  const [task] = await putTasks(services.database, organisation, 1);
  expect((await ask(organisation, 'POST', `/api/tasks/${task}/start/`)).status).toBe(200);
  await query(services.database, (em) =>
    rows(
      em,
      sql`update tasks.session set end_time = now() + make_interval(mins => ${endsAfterMinutes}) where organisation_id = ${organisation}`,
    ),
  );
  return organisation;
}

async function ask(organisation: string, method: 'GET' | 'POST', url: string) {
  const answer = await services.first.app.inject({ method, url, headers: services.headers(organisation) });
  return { status: answer.statusCode, body: answer.json() };
}

const limits = async (organisation: string) =>
  currentLimits.answer.parse((await ask(organisation, 'GET', '/api/control/tariffs/count_launch/current_limits/')).body);
const running = async (organisation: string) =>
  (await query(services.database, (em) => rows(em, sql`select id from tasks.task where organisation_id = ${organisation} and running`)))
    .length;
const stopExpired = () => services.first.app.get(StopExpiredTasks).run();

it.each([-5, 5])('a session ends when the database says so, with a clock that is %d minutes off', async (minutes) => {
  const [lasting, over] = [await openSession(2), await openSession(-2)];
  await withClock(minutes, stopExpired);
  expect([await running(lasting), await running(over)]).toEqual([1, 0]);
  expect((await withClock(minutes, () => limits(lasting))).active_sessions).toMatchObject({ count: 1, timeout: false });
});

it.each([-5, 5])('launches are added when they are due, with a clock that is %d minutes off', async (minutes) => {
  const organisation = await putOrganisation(services.database);
  const [due, later] = await putTasks(services.database, organisation, 2);
  await query(services.database, async (em) => {
    await rows(em, sql`update tasks.task set running = true where id in (${due}, ${later})`);
    await rows(em, sql`update tasks.task_source set next_launch_at = now() - interval '2 minutes' where task_id = ${due}`);
    await rows(em, sql`update tasks.task_source set next_launch_at = now() + interval '2 minutes' where task_id = ${later}`);
  });
  await withClock(minutes, () => query(services.database, (em) => addDueLaunches(em)));
  const added = await query(services.database, (em) =>
    rows(em, sql<{ task_id: string }>`select task_id from tasks.launch where task_id in (${due}, ${later})`),
  );
  expect(added).toEqual([{ task_id: due }]);
});
