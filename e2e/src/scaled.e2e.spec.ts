import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { eventText, getTask, listEvents } from '@leakwatch/contracts';
import { Home, ROOT } from '@leakwatch/local';
import { waitUntil } from '@leakwatch/testing';
import pg from 'pg';
import { asConsole, ask, type Cookies, signIn } from './product/api.ts';
import { eventsOf, spelledEvents, spelledLeaks, untilDone, untilEvents } from './product/events-of.ts';
import { PASSWORD, type Product, startProduct } from './product/product.ts';

jest.setTimeout(600_000);

const ONE_OF_EACH = ['crawler', 'events', 'gateway', 'tasks', 'admin', 'reports'] as const;

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

/** What `npm run ops` prints. */
const runOps = (args: readonly string[], home: string) =>
  new Promise<string>((resolve) => {
    const env = { PATH: process.env['PATH'], LEAKWATCH_HOME: home };
    execFile(process.execPath, [join(ROOT, 'dist', 'ops.js'), ...args], { env }, (_, out, said) => resolve(`${out}${said}`));
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
    await sleep(2_000); // an event that is shown twice would have come by now
    expect(spelledEvents(await eventsOf(product.user, task))).toEqual(spelledEvents(events));
    expect(spelledEvents(events)).toEqual(spelledLeaks(product.sample));
    for (const name of ONE_OF_EACH) for (const replica of [1, 2]) await services.waitFor(name, replica);
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

  test('keys are rotated while people work: nobody is signed out, and everything that was sealed is read', async () => {
    const { home, adminEmail } = product.ready;
    const factor = Home.factor(home.path);
    if (factor === undefined) throw new Error('staff have no second factor');
    // A code of the seed, which is sealed, is needed; recovery codes are not.
    Home.keepFactor(home.path, { ...factor, recoveryCodes: [] });
    const [event] = listEvents.answer.parse(await product.user.get('/api/events/?status=all&limit=1')).results;
    const textPath = `/api/events/${event?.id ?? ''}/text/`;
    const text = eventText.parse(await product.user.get(textPath)).text_full;
    const statuses = new Set<number>();
    let works = true;
    const work = (async () => {
      for (let call = 0; works; call += 1) {
        const answer = await ask(gateways()[call % 2] ?? '', 'GET', '/api/settings/', asConsole(cookies)).catch(() => undefined);
        if (answer !== undefined) statuses.add(answer.status);
        await sleep(50);
      }
    })();
    const ops = (...args: string[]) => runOps(args, home.path);
    try {
      expect(await ops('rotate-keys')).toContain('services are restarted');
      expect(await ops('rotate-keys', '--finish')).toContain('Not every service has the new keys yet');
      await waitUntil('the new keys', async () => Home.running(home.path)?.sealingKey === 2, 240_000);
      expect(await ops('rotate-keys')).toContain('First finish the last rotation');
      await waitUntil('everything to be sealed again', async () => !(await ops('keys')).includes('key 1'), 120_000);
      expect(await ops('keys')).toMatch(/^admin {2}key 2 {2}1\n(.*\n)?kept content {2}key 2 {2}\d+$/m);
      expect(await ops('rotate-keys', '--finish')).toContain('services are restarted');
      // Each process reads its keys when it starts.
      const pids = () => ONE_OF_EACH.map((service) => product.ready.services.pid(service, 2));
      const before = pids();
      await waitUntil('the last restart', async () => pids().every((pid, at) => pid !== before[at]), 240_000);
      for (const service of ONE_OF_EACH) for (const replica of [1, 2]) await product.ready.services.waitFor(service, replica);
    } finally {
      works = false;
      await work;
    }
    const { signingKeys, sealingKeys } = Home.kept(home.path) ?? {};
    for (const keys of [signingKeys, sealingKeys]) expect(keys).toMatch(/^2:[^,]+$/);
    expect(statuses).toContain(200);
    // A gateway whose service restarts may answer that it does not reach it.
    expect([...statuses].filter((status) => ![200, 502, 503].includes(status))).toEqual([]);
    expect(eventText.parse(await product.user.get(textPath)).text_full).toBe(text);
    expect(await signIn(product.ready.url, adminEmail, product.ready.adminPassword)).toBeDefined();
  });
});
