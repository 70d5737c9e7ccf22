import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTelegramBotApi } from '@leakwatch/simulators';
import { openTestAdmin } from '../stage/person.fixture.ts';
import { type TestAdminWithBot, invite, makeUser, URLS } from '../stage/telegram.fixture.ts';

let testAdmin: TestAdminWithBot;
beforeAll(async () => {
  const api = await startTelegramBotApi();
  api.behaviour = { kind: 'down' };
  testAdmin = { ...(await openTestAdmin({ TELEGRAM_BOT_API_URL: api.url, TELEGRAM_BOT_TOKEN: api.token })), api };
});
afterAll(async () => {
  await testAdmin.close();
  await testAdmin.api.close();
});

it('a link is made as soon as the bot can be reached, also by who asks before the reader of its updates was there', async () => {
  const person = await makeUser(testAdmin);
  expect(await person.call('POST', URLS.invite)).toMatchObject({ status: 503, code: 'telegram_unavailable' });
  testAdmin.api.behaviour = { kind: 'plain' };
  expect((await invite(person)).code).not.toBe('');
});
