import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { internalLocales } from '@leakwatch/contracts';
import { asService, IDENTITY, rows, sql } from '@leakwatch/platform';
import { callerHeaders } from '@leakwatch/testing';
import { makeColleague, makePerson, openPlace, type Place } from './two-factor/two-factor.fixture.ts';

let place: Place;
beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place.close());

it('the languages of addresses are told of active accounts of the organisation and of staff, to services alone', async () => {
  const person = await makePerson(place);
  const [colleague, gone] = [await makeColleague(place, person), await makeColleague(place, person)];
  const [stranger, staff] = [await makePerson(place), await makePerson(place, false, true)];
  await place.database.inScope(IDENTITY, (em) =>
    rows(
      em,
      sql`update admin.account set locale = 'en', active = id <> ${gone.id} where id in (${colleague.id}, ${gone.id}, ${stranger.id})`,
    ),
  );
  const asked = colleague.email.toUpperCase();
  const emails = [person.email, asked, gone.email, stranger.email, staff.email, 'nobody@corp.example'];
  const ask = (headers: Record<string, string>) =>
    place.app.inject({
      method: 'POST',
      url: internalLocales.path,
      headers,
      payload: { organisation: person.organisation, emails },
    });
  const answer = await ask(callerHeaders(asService('events', 'r'), place.env));
  expect(answer.json()).toEqual({ locales: { [person.email]: 'ru', [asked]: 'en', [staff.email]: 'ru' } });
  expect((await ask(callerHeaders(person.caller, place.env))).statusCode).toBeGreaterThanOrEqual(400);
});
