import { execFile } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { chartData, chartInfo } from '@leakwatch/contracts';
import { asConsole, ask, signIn } from './product/api.ts';
import { eventsOf, untilDone, untilEvents } from './product/events-of.ts';
import { PASSWORD, type Product, startProduct } from './product/product.ts';

jest.setTimeout(600_000);

const NOBODY = '00000000-0000-4000-8000-000000000000';

let product: Product;
let task: string;

beforeAll(async () => {
  product = await startProduct();
  task = await product.startTask('/romashka.git', 'Romashka shop');
  await untilDone(product.user, task);
  await untilEvents(product.user, task, product.sample.planted.length);
});
afterAll(async () => {
  await product?.stop();
});

const ops = (...args: string[]) =>
  new Promise<string>((resolve, reject) => {
    const env = { PATH: process.env['PATH'], LEAKWATCH_HOME: product.ready.home.path };
    execFile(process.execPath, ['dist/ops.js', ...args], { env }, (error, out, said) =>
      error === null ? resolve(out.trim()) : reject(new Error(said)),
    );
  });
const counted = async () => {
  const { patterns } = chartInfo.answer.parse(await product.user.get(`/api/tasks/${task}/chart_info/`));
  return patterns.reduce((sum, { pattern_count: count }) => sum + count, 0);
};
/** Waits for `wanted`, since messages take a moment. Returns the last number when it never comes. */
const untilCounted = async (wanted: number) => {
  for (let tries = 0; tries < 200; tries += 1) {
    if ((await counted()) === wanted) return wanted;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return counted();
};

describe('charts and events of a task', () => {
  test('agree, also after a rebuild from a terminal', async () => {
    const events = (await eventsOf(product.user, task)).length;
    expect(events).toBeGreaterThan(0);
    expect(await untilCounted(events)).toBe(events);
    expect(await ops('rebuild-charts')).toBe(`The charts count ${events} events again.`);
    expect(await counted()).toBe(events);
  });

  test('are deleted with the task when its deletion says so', async () => {
    const cookies = await signIn(product.ready.url, product.email, PASSWORD);
    const answer = await ask(product.ready.url, 'DELETE', `/api/tasks/${task}/?delete_events=true`, asConsole(cookies));
    expect(answer.status).toBe(200);
    const charts = [chartInfo.path, `${chartData.path}?start=2026-01-01T00:00:00Z&end=2026-01-02T00:00:00Z`];
    for (const path of charts)
      for (const id of [task, NOBODY])
        expect(await ask(product.ready.url, 'GET', path.replace('{id}', id), asConsole(cookies))).toMatchObject({
          status: 404,
          code: 'not_found',
        });
    for (let tries = 0; tries < 200 && (await eventsOf(product.user, task)).length > 0; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await eventsOf(product.user, task)).toEqual([]);
    expect(await ops('rebuild-charts')).toBe('The charts count 0 events again.');
  });
});
