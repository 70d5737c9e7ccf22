import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { createSearchTask, openStaffClient, signInTelegram } from '@leakwatch/local';
import { type SearchedSources, startSearchedSources } from '@leakwatch/simulators';
import { waitUntil } from '@leakwatch/testing';
import { eventsOf } from './product/events-of.ts';
import { type Product, startProduct } from './product/product.ts';

jest.setTimeout(600_000);

/** The account's lease (30 s) ends, then a unit's (30 s) where the killed process had one. */
const TAKEN_OVER_MS = 120_000;

let product: Product;
let sources: SearchedSources;
/** The most connections that there were when Telegram got a request. */
let connections = 0;

beforeAll(async () => {
  sources = await startSearchedSources();
  const { telegram } = sources;
  telegram.before = () => {
    connections = Math.max(connections, telegram.connected());
  };
  // No launch follows the first one: what is new is pushed.
  product = await startProduct({ crawler: 2 }, { ...sources.env, LAUNCH_INTERVAL_SECONDS_TELEGRAM: '86400' });
});
afterAll(async () => {
  await product?.stop();
  await sources?.close();
});

test('two crawler processes are killed in turn while messages are pushed: each message is one event, and one process at a time is connected', async () => {
  const { telegram, telegramAccount } = sources;
  const task = await createSearchTask(product.user, sources, product.email, ['telegram']);
  await product.user.post(`/api/tasks/${task}/start/`);
  await signInTelegram(await openStaffClient(product.ready), sources);
  const paths = async () => (await eventsOf(product.user, task)).map(({ file_path: path }) => path).sort();
  const expected = ['2', '3/export.csv', '4'];
  const untilExpected = () => waitUntil('the events', async () => (await paths()).length >= expected.length, TAKEN_OVER_MS);
  await untilExpected();
  const [channel] = telegram.channels.filter(({ members }) => members.has(telegramAccount.phone));
  let id = 100;
  const post = () => {
    id += 1;
    channel?.post({
      id,
      date: 1_795_100_000 + id,
      text: `Новый доступ: host${id}.${sources.patterns.internal_domains.patterns[0]}, логин u${id}`,
    });
    expected.push(String(id));
  };
  for (const replica of [1, 2, 1, 2]) {
    await waitUntil('a connection', async () => telegram.connected() === 1, TAKEN_OVER_MS);
    for (let count = 0; count < 3; count += 1) post();
    product.ready.services.kill('crawler', replica);
    for (let count = 0; count < 2; count += 1) post();
    await untilExpected();
    await product.ready.services.waitFor('crawler', replica);
  }
  await sleep(3_000); // an event that is shown twice would have come by now
  expect(await paths()).toEqual(expected.sort());
  expect(connections).toBe(1);
});
