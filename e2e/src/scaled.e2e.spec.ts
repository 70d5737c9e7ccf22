import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { getTask, listEvents } from '@leakwatch/contracts';
import pg from 'pg';
import { asConsole, ask, type Cookies, signIn } from './product/api.ts';
import { eventsOf, spelledEvents, spelledLeaks, untilDone, untilEvents } from './product/events-of.ts';
import { PASSWORD, type Product, startProduct } from './product/product.ts';

jest.setTimeout(600_000);

let product: Product;
let cookies: Cookies;
const gateways = () => product.ready.urls;

beforeAll(async () => {
  product = await startProduct({ crawler: 2, events: 2, gateway: 2, tasks: 2, admin: 2, reports: 2 });
  cookies = await signIn(product.ready.url, product.email, PASSWORD);
});
afterAll(async () => {
  await product?.stop();
});

/** Waits until the crawler of a task reports that it reads. */
async function untilRunning(task: string): Promise<void> {
  for (;;) {
    const { body } = await ask(gateways()[1] ?? '', 'GET', `/api/tasks/${task}/`, asConsole(cookies));
    const parsed = getTask.answer.safeParse(body);
    const states = parsed.success ? parsed.data.sources.map((source) => source.state) : [];
    if (states.includes('running') || states.includes('done')) return;
    await sleep(20);
  }
}

describe('several processes of one service', () => {
  test('a session opened at one gateway is valid at the other', async () => {
    expect(gateways()).toHaveLength(2);
    for (const url of gateways()) {
      expect((await ask(url, 'GET', '/api/settings/', asConsole(cookies))).status).toBe(200);
      expect((await ask(url, 'POST', '/api/control/accounts/set_locale/', asConsole(cookies, { locale: 'en' }))).status).toBe(200);
    }
  });

  test('one process of each service killed during a scan: exactly the planted leaks, none twice; all restart', async () => {
    const { services } = product.ready;
    const task = await product.startTask('/romashka.git', 'Scaled');
    await untilRunning(task);
    for (const name of ['crawler', 'events', 'gateway'] as const) services.kill(name, 1);
    const list = () => ask(gateways()[1] ?? '', 'GET', `/api/events/?status=all&task=${task}`, asConsole(cookies));
    // Requests to the killed process may fail; later ones go to the other.
    while ((await list()).status !== 200);
    for (let calls = 0; calls < 10; calls += 1) {
      const { status, body } = await list();
      expect({ calls, status, whole: listEvents.answer.safeParse(body).success }).toEqual({ calls, status: 200, whole: true });
    }
    for (const name of ['crawler', 'events', 'gateway'] as const) await services.waitFor(name, 1);
    for (const name of ['crawler', 'events'] as const) services.kill(name, 2);
    await untilDone(product.user, task);
    const events = await untilEvents(product.user, task, product.sample.planted.length);
    await sleep(2_000); // what would be told twice would arrive by now
    expect(spelledEvents(await eventsOf(product.user, task))).toEqual(spelledEvents(events));
    expect(spelledEvents(events)).toEqual(spelledLeaks(product.sample));
    for (const name of ['crawler', 'events', 'gateway', 'tasks', 'admin', 'reports'] as const)
      for (const replica of [1, 2]) await services.waitFor(name, replica);
  });

  test('only one of two tasks services adds a launch', async () => {
    const client = new pg.Client({ connectionString: product.ready.databaseUrl });
    await client.connect();
    // Due again at once in every round: both services see it at their next tick.
    for (let round = 0; round < 3; round += 1) {
      const { rowCount } = await client.query(
        `update tasks.task_source set next_launch_at = now() - interval '1 second' where next_launch_at is not null`,
      );
      expect(rowCount).toBe(1);
      for (let open = true; open; await sleep(100)) {
        const { rows } = await client.query<{ waiting: boolean }>(
          `select count(*) filter (where next_launch_at is null) > 0 or count(*) filter (where next_launch_at < now()) > 0 as waiting
           from tasks.task_source`,
        );
        open = rows[0]?.waiting ?? true;
      }
    }
    const { rows } = await client.query<{ trigger: string; count: string }>(
      `select trigger, count(*) from tasks.launch where state <> 'cancelled' group by trigger order by trigger`,
    );
    await client.end();
    expect(rows).toEqual([
      { trigger: 'schedule', count: '3' },
      { trigger: 'start', count: '1' },
    ]);
  });
});
