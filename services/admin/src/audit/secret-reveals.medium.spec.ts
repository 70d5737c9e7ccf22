import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { listActivity, listUserActivity, type SecretReveal } from '@leakwatch/contracts';
import { testCaller } from '@leakwatch/testing';
import { makePerson, openTestAdmin, type TestAdmin } from '../fixtures/person.fixture.ts';
import { SecretRevealsConsumer } from './secret-reveals.consumer.ts';

let testAdmin: TestAdmin;
beforeAll(async () => {
  testAdmin = await openTestAdmin();
});
afterAll(() => testAdmin.close());

it('who saw the secrets of an event is recorded once, for the person and the organisation', async () => {
  const [person, colleague, stranger] = [await makePerson(testAdmin), await makePerson(testAdmin), await makePerson(testAdmin)];
  const payload: SecretReveal = {
    event_id: randomUUID(),
    organisation_id: person.organisation,
    account_id: person.id,
    staff: false,
    revealed: 'values',
    address: '203.0.113.7',
    user_agent: 'Firefox',
  };
  const delivery = { id: randomUUID(), key: person.organisation, publishedAt: new Date(), payload };
  const consumer = testAdmin.app.get(SecretRevealsConsumer);
  for (let time = 0; time < 2; time += 1) await consumer.keep([delivery]);
  await consumer.keep([{ ...delivery, id: randomUUID(), payload: { ...payload, account_id: stranger.id, staff: true } }]);

  person.caller = testCaller(person.organisation, { account: { id: person.id, username: 'irina' } });
  const own = listActivity.answer.parse((await person.call('GET', '/api/activity/')).answer);
  expect(own.results).toMatchObject([{ kind: 'secret_revealed', ip_address: '203.0.113.7', user_agent: 'Firefox' }]);
  const company = listUserActivity.answer.parse((await person.call('GET', '/api/users/activity/')).answer);
  expect(company.results.map(({ description }) => description)).toEqual(['secret_revealed']);
  colleague.caller = testCaller(colleague.organisation, { account: { id: colleague.id, username: 'oleg' } });
  expect(listUserActivity.answer.parse((await colleague.call('GET', '/api/users/activity/')).answer).results).toEqual([]);
  stranger.caller = testCaller(stranger.organisation, { account: { id: stranger.id, username: 'support' } });
  const ofStaff = listActivity.answer.parse((await stranger.call('GET', '/api/activity/')).answer);
  expect(ofStaff.results.map(({ kind }) => kind)).toEqual(['secret_revealed_by_staff']);
});
