import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTelegramBotApi } from '@leakwatch/simulators';
import { openPlace } from '../identity/two-factor/two-factor.fixture.ts';
import { type BotPlace, invite, makeUser, URLS } from './telegram.fixture.ts';

let place: BotPlace;
beforeAll(async () => {
  const api = await startTelegramBotApi();
  api.behaviour = { kind: 'down' };
  place = { ...(await openPlace({ TELEGRAM_BOT_API_URL: api.url, TELEGRAM_BOT_TOKEN: api.token })), api };
});
afterAll(async () => {
  await place.close();
  await place.api.close();
});

it('a link is made as soon as the bot can be reached, also by who asks before the reader of its updates was there', async () => {
  const person = await makeUser(place);
  expect(await person.call('POST', URLS.invite)).toMatchObject({ status: 503, code: 'telegram_unavailable' });
  place.api.behaviour = { kind: 'plain' };
  expect((await invite(person)).code).not.toBe('');
});
