import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { ConsoleClient, createTask } from '@leakwatch/local';
import { type ChatPerson, startTelegramBotApi, type TelegramBotApi } from '@leakwatch/simulators';
import { waitUntil } from '@leakwatch/testing';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from './console/browser.ts';
import { signIn } from './product/api.ts';
import { untilDone } from './product/events-of.ts';
import { mailsTo } from './product/mail-box.ts';
import { makeCompany } from './product/make-company.ts';
import { PASSWORD, type Product, startProduct } from './product/product.ts';

jest.setTimeout(600_000);
const LONG = 120_000;
/** A mirror that was fetched within ten seconds is not fetched again. */
const FETCHED_ANEW_MS = 11_000;

const EMAIL = 'irina@vasilek.example';
const CHAT: ChatPerson = { id: 7001, username: 'irina_vasilek', first_name: 'Irina', language_code: 'en' };

/** Commits a file with a leak to the sample's main branch. */
function push(directory: string, path: string): void {
  const text = `# romashka.example\npassword = "${path.length}-late-one"\n`;
  const stream = `commit refs/heads/main
committer Late Comer <late@dev.example> 1760000000 +0000
data 4
late
from refs/heads/main^0
M 100644 inline ${path}
data ${Buffer.byteLength(text)}
${text}
done
`;
  execFileSync('git', ['-C', directory, 'fast-import', '--quiet', '--done'], { input: stream });
}

describe('a user with notifications switched on', () => {
  let product: Product;
  let bot: TelegramBotApi;
  let browser: Browser;
  let user: ConsoleClient;
  let page: Page;
  let task: string;
  beforeAll(async () => {
    bot = await startTelegramBotApi();
    const env = { DIGEST_INTERVAL_SECONDS: '1', TELEGRAM_BOT_API_URL: bot.url, TELEGRAM_BOT_TOKEN: bot.token };
    [product, browser] = await Promise.all([startProduct({}, env), openBrowser()]);
    const { url, adminEmail, adminPassword } = product.ready;
    const organisation = { is_telegram_notification_on: true };
    await makeCompany(url, await signIn(url, adminEmail, adminPassword), { name: 'Vasilek', email: EMAIL, taskLimit: 5, organisation });
    user = new ConsoleClient(url);
    await user.signIn(EMAIL, PASSWORD);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    await bot?.close();
  });

  const section = () => page.getByRole('region', { name: 'Notifications' });
  const said = (words: string) => bot.sent.filter(({ chat_id: chat, text }) => chat === CHAT.id && text.includes(words));
  const mailed = async (words: string) => (await mailsTo(product, EMAIL)).filter(({ text }) => text.includes(words));
  async function leakAt(path: string): Promise<void> {
    push(product.sample.directory, path);
    await user.post(`/api/tasks/${task}/stop/`);
    await sleep(FETCHED_ANEW_MS);
    await user.post(`/api/tasks/${task}/start/`);
    await waitUntil(`the mail about ${path}`, async () => (await mailed(path)).length > 0, LONG);
  }

  test('connects a chat with the link from the settings, which then show the chat', async () => {
    const context = await browser.newContext({ viewport: { width: 1366, height: 900 } });
    await context.addInitScript(() => localStorage.setItem('leakwatch.locale', 'en'));
    page = await context.newPage();
    page.setDefaultTimeout(LONG);
    await page.goto(`${product.ready.url}/login?next=${encodeURIComponent('/settings')}`);
    await page.fill('input[name=username]', EMAIL);
    await page.fill('input[name=password]', PASSWORD);
    await page.click('button[type=submit]');
    await section().getByRole('button', { name: 'Create a link' }).click();
    const link = await section().getByRole('link', { name: 'Open Telegram' }).getAttribute('href');
    bot.say(CHAT, `/start ${new URL(link ?? '').searchParams.get('start') ?? ''}`);
    await section().getByText('@irina_vasilek').waitFor();
    await section().getByRole('button', { name: 'This is me, connect' }).click();
    await section().getByText('Connected chat: @irina_vasilek').waitFor();
    await waitUntil('the bot to say so', async () => said(EMAIL).length === 1, LONG);
    const byMail = section().getByRole('switch', { name: 'By e-mail' });
    await byMail.click();
    await waitUntil('e-mail to be on', async () =>
      JSON.stringify(await user.get('/api/profile/notifications/')).includes('"email_notifications":{"enabled":true}'),
    );
  });

  test('gets new leaks in the chat and by mail without being a recipient of a task', async () => {
    task = await createTask(user, product.sample, product.git.url('/romashka.git'), 'Romashka shop');
    await user.post(`/api/tasks/${task}/start/`);
    await untilDone(user, task);
    await waitUntil('the first digest in the chat', async () => said('Romashka shop').length > 0, LONG);
    await waitUntil('the first digest by mail', async () => (await mailed('Romashka shop')).length > 0, LONG);
    await leakAt('late/leak.cfg');
    await waitUntil('the digest in the chat', async () => said('late/leak.cfg').length > 0, LONG);
    const [[message], [mail]] = [said('late/leak.cfg'), await mailed('late/leak.cfg')];
    expect(said('late/leak.cfg')).toHaveLength(1);
    expect(await mailed('late/leak.cfg')).toHaveLength(1);
    for (const { text } of [message, mail].filter((one) => one !== undefined)) {
      expect(text).toContain(`/?task=${task}`);
      expect(text).not.toContain('late-one');
    }
    expect(mail?.text).toContain('/settings');
  });

  test('loses no notification when the services that send it are killed', async () => {
    const { services } = product.ready;
    push(product.sample.directory, 'killed/leak.cfg');
    await user.post(`/api/tasks/${task}/stop/`);
    await sleep(FETCHED_ANEW_MS);
    await user.post(`/api/tasks/${task}/start/`);
    for (const pause of [500, 2_000]) {
      await sleep(pause);
      for (const name of ['admin', 'events'] as const) services.kill(name);
      for (const name of ['admin', 'events'] as const) services.start(name);
      await Promise.all([services.waitFor('admin'), services.waitFor('events')]);
    }
    // A service killed between sending and marking sends twice: delivery is at least once.
    await waitUntil('the mail', async () => (await mailed('killed/leak.cfg')).length > 0, LONG);
    await waitUntil('the message', async () => said('killed/leak.cfg').length > 0, LONG);
  });

  test('gets nothing in the chat after it is disconnected', async () => {
    await section().getByRole('button', { name: 'Disconnect' }).click();
    await page.locator('[role=dialog] button').last().click();
    await section().getByRole('button', { name: 'Create a link' }).waitFor();
    await leakAt('later/second.cfg');
    await sleep(5_000); // what would be said would be said by now
    expect(said('later/second.cfg')).toEqual([]);
  });
});
