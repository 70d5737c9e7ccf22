import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { asService, newId, rows, sql } from '@leakwatch/platform';
import { callerHeaders } from '@leakwatch/testing';
import { openTasksServices, putOrganisation, putTasks, query, type TasksServices } from '../tasks.fixture.ts';

let services: TasksServices;
beforeAll(async () => {
  services = await openTasksServices(1);
});
afterAll(() => services.close());

it('only services may ask for recipients; a deleted task is not found', async () => {
  const { first } = services;
  const { database } = first.foundation;
  const organisation = await putOrganisation(database);
  const [task = ''] = await putTasks(database, organisation, 1);
  await query(database, (em) => rows(em, sql`update tasks.task set recipients = '{irina@corp.example}' where id = ${task}`));
  const ask = (id: string, headers = callerHeaders(asService('events', 'r'))) =>
    first.app.inject({ url: `/internal/tasks/${id}/recipients/`, headers });
  expect((await ask(task)).json()).toEqual({ title: 'Task 1', recipients: ['irina@corp.example'] });
  expect((await ask(newId())).statusCode).toBe(404);
  expect((await ask(task, services.headers(organisation))).statusCode).toBeGreaterThanOrEqual(400);
  await query(database, (em) => rows(em, sql`update tasks.task set archived_at = now() where id = ${task}`));
  expect((await ask(task)).statusCode).toBe(404);
});
