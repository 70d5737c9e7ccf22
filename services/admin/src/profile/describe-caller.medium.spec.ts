import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { internalIdentity } from '@leakwatch/contracts';
import { rows, STAFF, sql } from '@leakwatch/platform';
import { callerHeaders, testCaller } from '@leakwatch/testing';
import { makePerson, openTestAdmin, type Person, type TestAdmin } from '../fixtures/person.fixture.ts';

let testAdmin: TestAdmin;
beforeAll(async () => {
  testAdmin = await openTestAdmin();
});
afterAll(() => testAdmin.close());

async function serviceOf(person: Person) {
  const caller = testCaller(person.organisation, { account: { id: person.id, username: 'irina' }, service: 'gateway' });
  const reply = await testAdmin.app.inject({ url: internalIdentity.path, headers: callerHeaders(caller) });
  return internalIdentity.answer.parse(reply.json()).organisation?.service;
}

it('the settings say whether the organisation is served now', async () => {
  const person = await makePerson(testAdmin);
  const set = (what: ReturnType<typeof sql>) =>
    testAdmin.database.inScope(STAFF, (em) => rows(em, sql`update admin.organisation set ${what} where id = ${person.organisation}`));
  expect(await serviceOf(person)).toBe('running');
  await set(sql`expires_at = now() + interval '2 days', starts_at = now() + interval '1 day'`);
  expect(await serviceOf(person)).toBe('not_begun');
  await set(sql`expires_at = now() - interval '1 day', starts_at = now() - interval '2 days'`);
  expect(await serviceOf(person)).toBe('ended');
  await set(sql`active = false`);
  expect(await serviceOf(person)).toBe('inactive');
});
