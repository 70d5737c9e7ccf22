import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { errorAnswer, internalEventsOfOrganisations, MAX_PAGE_LIMIT } from '@leakwatch/contracts';
import { testCaller } from '@leakwatch/testing';
import { makeOwner, openEvents } from '../events.fixture.ts';
import { CountSchedule } from './count-schedule.ts';

let events: Awaited<ReturnType<typeof openEvents>>;
beforeAll(async () => {
  events = await openEvents();
});
afterAll(() => events.close());

const gateway = testCaller(null, { service: 'gateway', staff: true });
const ask = (organisations: readonly string[], caller = gateway) =>
  events.call(caller, 'POST', internalEventsOfOrganisations.path, { organisations });
const counts = async (organisations: readonly string[]) =>
  internalEventsOfOrganisations.answer.parse((await ask(organisations)).json()).counts;

it('counts the events of each organisation in any status, and none of a task that was deleted with them', async () => {
  const [one, two] = [await makeOwner(events), await makeOwner(events)];
  const other = { ...one.of, task_id: randomUUID() };
  await events.publishTask(other);
  await events.find(one.of, ['a', 'b']);
  await events.find(other, ['a']);
  await events.find(two.of, ['a']);
  const [listed] = (await events.list(two.user)).results;
  await events.call(two.user, 'POST', '/api/events/change_status/', { events: [listed?.id], status: 'fixed' });
  const [first, second] = [one.of.organisation_id, two.of.organisation_id];
  expect(await counts([first, second, randomUUID()])).toEqual({ [first]: 3, [second]: 1 });
  await events.app.get(CountSchedule).tick();
  expect(await counts([first, second])).toEqual({ [first]: 3, [second]: 1 });
  await events.deleteTask(one.of);
  expect(await counts([first])).toEqual({ [first]: 1 });
  expect(await counts([])).toEqual({});
});

it('is for services only, and for one page of organisations', async () => {
  const refused = await ask([randomUUID()], testCaller(null, { staff: true }));
  expect(errorAnswer.parse(refused.json()).code).toBe('forbidden');
  const tooMany = await ask(Array.from({ length: MAX_PAGE_LIMIT + 1 }, () => randomUUID()));
  expect(errorAnswer.parse(tooMany.json()).code).toBe('invalid_request');
});
