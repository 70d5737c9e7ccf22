import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { epochKey, LIVE_RESET, LIVE_STREAMS_PER_SESSION, LIVE_TOPICS, liveUpdates, sessionKey, sessionRecord } from '@leakwatch/contracts';
import { createLogger, LIVE_STREAM, openRedis, sha256Hex } from '@leakwatch/platform';
import { waitUntil } from '@leakwatch/testing';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from './console/browser.ts';
import { withoutPolls } from './console/without-polls.ts';
import { asConsole, ask, type Cookies, signIn } from './product/api.ts';
import { eventsOf, untilDone, untilEvents } from './product/events-of.ts';
import { LiveReader } from './product/live.ts';
import { makeCompany } from './product/make-company.ts';
import { PASSWORD, type Product, startProduct } from './product/product.ts';

jest.setTimeout(600_000);

let product: Product;
let browser: Browser;
let first: string;
let second: string;
let task: string;
let ours: Cookies;
const readers: LiveReader[] = [];

beforeAll(async () => {
  product = await startProduct({ gateway: 2, events: 2 });
  [first = '', second = ''] = product.ready.urls;
  browser = await openBrowser();
  ours = await signIn(first, product.email, PASSWORD);
  task = await product.startTask('/romashka.git', 'Live updates');
  await untilDone(product.user, task);
  await untilEvents(product.user, task, product.sample.planted.length);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function listen(base: string, cookies: Cookies, lastEventId?: string): Promise<LiveReader> {
  const reader = await LiveReader.open(base, cookies, lastEventId);
  readers.push(reader);
  expect(reader.response.status).toBe(200);
  // The first message has the ID from which a stream resumes.
  await waitUntil('the stream to be open', async () => reader.said.length > 0);
  return reader;
}
const closeReaders = () => {
  for (const reader of readers.splice(0)) reader.close();
};
afterEach(closeReaders);

/** Changes the status of one open event through the first gateway. Returns its id. */
async function triageOne(): Promise<string> {
  const [event] = (await eventsOf(product.user, task)).filter((one) => one.status === 'open' && !one.same_file);
  const id = event?.id ?? '';
  const answer = await ask(first, 'POST', `/api/events/${id}/change_status/`, asConsole(ours, { status: 'in_progress' }));
  expect(answer.status).toBe(200);
  return id;
}
const untilTold = (reader: LiveReader, topic: string) => waitUntil(`a hint of ${topic}`, async () => reader.topics.includes(topic));

/** Signs in at the second gateway in a browser of its own and shows all events. */
async function open(prepare: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(120_000);
  await withoutPolls(page);
  await prepare(page);
  await page.addInitScript(() => localStorage.setItem('leakwatch.locale', 'en'));
  await page.goto(`${second}/login`);
  await page.fill('role=textbox[name="E-mail"]', product.email);
  await page.fill('input[type="password"]', PASSWORD);
  await page.click('role=button[name="Sign in"]');
  await page.waitForURL(`${second}/`);
  await page.goto(`${second}/?status=all&size=50&group=event`);
  await page.waitForSelector('article');
  return page;
}

describe('live updates', () => {
  test('a browser at one gateway sees a change made through the other, without polling', async () => {
    let opened: Promise<unknown> | undefined;
    const live = await open(async (page) => {
      opened = page.waitForResponse(`**${liveUpdates.path}*`);
    });
    await opened;
    const cut = await open((page) => page.route(`**${liveUpdates.path}*`, (route) => route.abort()));
    const id = await triageOne();
    await live.waitForSelector(`#event-${id}[aria-label*="In progress"]`);
    // The two pages differ only in the stream.
    expect(await cut.locator(`#event-${id}`).getAttribute('aria-label')).toContain('Open');
    for (const page of [live, cut]) await page.context().close();
  });

  test('a change whose answer is lost shows as made; sent again from its message it is made once, and is undone', async () => {
    const statuses = async () => (await eventsOf(product.user, task)).map(({ id, status }) => `${id} ${status}`).toSorted();
    const before = await statuses();
    let lost = 0;
    const page = await open((opened) =>
      opened.route('**/api/events/change_status/', async (route) => {
        if ((lost += 1) > 1) return route.continue();
        await route.fetch();
        await route.abort('connectionreset');
      }),
    );
    await page.keyboard.press('j');
    for (const key of 'xjxjx3') await page.keyboard.press(key);
    await page.waitForSelector('text=No answer from the server');
    // The list is read again, and the events have the status already.
    await page.waitForSelector('article[aria-label*="Fixed"] >> nth=2');
    const made = await statuses();
    expect(made).not.toEqual(before);
    await page.click('role=button[name="Try again"]');
    // Of three rows one may have two events.
    await page.waitForSelector('text=/Status of [34] events changed: Fixed/');
    expect(await statuses()).toEqual(made);
    await page.keyboard.press('u');
    await page.waitForSelector('text=/[34] events restored/');
    expect(await statuses()).toEqual(before);
    await page.context().close();
  });

  test('a stream notifies of events and tasks of its own organisation only', async () => {
    const staff = await signIn(first, product.ready.adminEmail, product.ready.adminPassword);
    const theirs = await makeCompany(first, staff, { name: 'Vasilek', email: 'user@vasilek.example', taskLimit: 2 });
    const [us, them, nobody] = [await listen(second, ours), await listen(second, theirs), await listen(second, staff)];
    await triageOne();
    await untilTold(us, 'events');
    await product.user.post(`/api/tasks/${task}/stop/`);
    await untilTold(us, 'tasks');
    expect(us.response.headers.get('content-type')).toBe('text/event-stream');
    expect(us.response.headers.get('x-accel-buffering')).toBe('no');
    expect(us.response.headers.get('cache-control')).toBe('no-store');
    // A later hint of their own arrives, so an earlier one of ours would have arrived before it.
    const redis = openRedis(product.ready.redisUrl, createLogger('test', 'silent'), 'waits');
    const record = sessionRecord.parse(JSON.parse((await redis.get(sessionKey(sha256Hex(theirs.session)))) ?? ''));
    await redis.xadd(LIVE_STREAM, '*', 'organisation', record.organisation ?? '', 'topics', 'settings');
    await untilTold(them, 'settings');
    redis.disconnect();
    expect(them.topics).toEqual(['settings']);
    expect(nobody.topics).toEqual([]);
  });

  test('a stream resumes at the other gateway where it was cut; an unknown ID makes the client read everything again', async () => {
    const before = await listen(second, ours);
    const { id = '' } = before.said.at(-1) ?? {};
    before.close();
    await triageOne();
    const after = await LiveReader.open(first, ours, id);
    readers.push(after);
    await untilTold(after, 'events');
    expect(after.said.every((message) => message.event !== LIVE_RESET)).toBe(true);
    for (const unknown of ['1-1', 'nonsense', '99999999999999-0']) {
      const lost = await listen(first, ours, unknown);
      expect(lost.said[0]).toMatchObject({ event: LIVE_RESET, topics: [...LIVE_TOPICS] });
      lost.close();
    }
  });

  test('a stream ends with its session, and does not prolong it', async () => {
    const cookies = await signIn(first, product.email, PASSWORD);
    const redis = openRedis(product.ready.redisUrl, createLogger('test', 'silent'), 'waits');
    const key = sessionKey(sha256Hex(cookies.session));
    await redis.expire(key, 1_000);
    const stream = await listen(second, cookies);
    expect(await redis.ttl(key)).toBeLessThanOrEqual(1_000);
    redis.disconnect();
    const stays = await listen(second, ours);
    await ask(first, 'POST', '/api/logout/', asConsole(cookies));
    await stream.ended;
    expect((await ask(second, 'GET', liveUpdates.path, { cookies })).code).toBe('not_authenticated');
    await triageOne();
    await untilTold(stays, 'events');
  });

  test('a stream ends when its account’s epoch changes: password change, deactivation or move', async () => {
    const theirs = await signIn(first, 'user@vasilek.example', PASSWORD);
    const stream = await listen(second, theirs);
    const redis = openRedis(product.ready.redisUrl, createLogger('test', 'silent'), 'waits');
    const record = sessionRecord.parse(JSON.parse((await redis.get(sessionKey(sha256Hex(theirs.session)))) ?? ''));
    await redis.incr(epochKey(record.account.id));
    redis.disconnect();
    await stream.ended;
    expect((await ask(second, 'GET', liveUpdates.path, { cookies: theirs })).code).toBe('not_authenticated');
  });

  test('a session can have a limited number of streams; closing one frees its place', async () => {
    const cookies = await signIn(first, product.email, PASSWORD);
    for (let n = 0; n < LIVE_STREAMS_PER_SESSION; n += 1) await listen(second, cookies);
    expect(await ask(second, 'GET', liveUpdates.path, { cookies })).toMatchObject({ status: 429, code: 'too_many_streams' });
    readers.at(-1)?.close();
    await waitUntil('room again', async () => {
      const reader = await LiveReader.open(second, cookies);
      readers.push(reader);
      return reader.response.status === 200;
    });
  });

  test('a stopping gateway ends its streams at once, and the browser reconnects when it returns', async () => {
    const { services } = product.ready;
    const stream = await listen(second, ours);
    await services.stop('gateway', 2);
    await stream.ended;
    services.start('gateway', 2);
    await services.waitFor('gateway', 2);
    await triageOne();
    const again = await LiveReader.open(second, ours, stream.said.at(-1)?.id);
    readers.push(again);
    await untilTold(again, 'events');
  });
});
