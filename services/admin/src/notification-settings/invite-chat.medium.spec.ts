import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTelegramBotApi } from '@leakwatch/simulators';
import { openTestAdmin } from '../fixtures/person.fixture.ts';
import { type TestAdminWithBot, invite, makeUser, URLS } from '../fixtures/telegram.fixture.ts';

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

it('a link is made as soon as the Bot API answers, also before the first poll for updates', async () => {
  const person = await makeUser(testAdmin);
  expect(await person.call('POST', URLS.invite)).toMatchObject({ status: 503, code: 'telegram_unavailable' });
  testAdmin.api.behaviour = { kind: 'plain' };
  expect((await invite(person)).code).not.toBe('');
});
