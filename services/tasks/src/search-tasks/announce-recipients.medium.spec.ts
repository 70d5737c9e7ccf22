import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { taskRecipientsV1 } from '@leakwatch/contracts';
import { rows, sql } from '@leakwatch/platform';
import { openTasksServices, putOrganisation, putTasks, query, type TasksServices } from '../tasks.fixture.ts';
import { AnnounceRecipients } from './announce-recipients.ts';

let services: TasksServices;
beforeAll(async () => {
  services = await openTasksServices(1);
});
afterAll(() => services.close());

async function published(organisation: string) {
  const found = await services.database.orm.em
    .fork()
    .getConnection()
    .execute<{ payload: unknown }[]>(
      `select payload from bus.message where topic = ? and payload ->> 'organisation_id' = ? order by position`,
      [taskRecipientsV1.topic, organisation],
    );
  return found.map(({ payload }) => taskRecipientsV1.schema.parse(payload).emails);
}

it('recipients from before there were messages are announced once, without those of deleted tasks', async () => {
  const { database } = services;
  const organisation = await putOrganisation(database);
  const [first = '', second = '', deleted = ''] = await putTasks(database, organisation, 3);
  const set = (id: string, values: ReturnType<typeof sql>) =>
    query(database, (em) => rows(em, sql`update tasks.task set ${values} where id = ${id}`));
  await set(first, sql`recipients = '{soc@partner.example}', recipients_announced = false`);
  await set(second, sql`recipients_announced = false`);
  await set(deleted, sql`recipients = '{old@partner.example}', recipients_announced = false, archived_at = now()`);
  const announce = services.first.app.get(AnnounceRecipients);
  await announce.onApplicationBootstrap();
  await announce.onApplicationBootstrap();
  expect(await published(organisation)).toEqual([['soc@partner.example']]);
});

it('a change of a task announces its recipients', async () => {
  const { database, first } = services;
  const organisation = await putOrganisation(database);
  const [task = ''] = await putTasks(database, organisation, 1);
  await query(database, (em) => rows(em, sql`update tasks.task set recipients = '{soc@partner.example}' where id = ${task}`));
  const started = await first.app.inject({ method: 'POST', url: `/api/tasks/${task}/start/`, headers: services.headers(organisation) });
  expect(started.statusCode).toBe(200);
  expect(await published(organisation)).toEqual([['soc@partner.example']]);
});
