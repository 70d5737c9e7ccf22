import { execFile } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { currentLimits, currentOrganisation, getTariff, listTariffsOfType } from '@leakwatch/contracts';
import { waitUntil } from '@leakwatch/testing';
import { asConsole, ask, type Cookies, signIn } from './product/api.ts';
import { PASSWORD, type Product, startProduct } from './product/product.ts';

let product: Product;
let stranger: Cookies;

beforeAll(async () => {
  product = await startProduct();
  stranger = await signIn(product.ready.url, product.email, PASSWORD);
});
afterAll(async () => {
  await product?.stop();
});

/** Runs `npm run ops --` on this installation. Returns its output; throws with its error output when it fails. */
const ops = (...args: string[]) =>
  new Promise<string>((resolve, reject) => {
    const env = { PATH: process.env['PATH'], LEAKWATCH_HOME: product.ready.home.path };
    execFile(process.execPath, ['dist/ops.js', ...args], { env }, (error, out, said) =>
      error === null ? resolve(out.trim()) : reject(new Error(said)),
    );
  });

const get = (cookies: Cookies, path: string) => ask(product.ready.url, 'GET', path, asConsole(cookies));

describe('a tariff that counts launches', () => {
  test('is created from a terminal, with its organisation and account; the user sees its numbers', async () => {
    const limits = ['task_limit=5', 'pattern_limit=100', 'patterns_per_task_limit=50', 'time_limit_total_months=12'];
    const tariff = await ops(
      'create',
      'count-launch-tariff',
      'name=Pilot',
      ...limits,
      'launch_limit=10',
      'time_limit_per_launch=3 00:00:00',
    );
    const company = await ops('create', 'organisation', 'name=Lutik', 'tariff_type=count_launch', `tariff=${tariff}`);
    await ops('create', 'account', 'email=user@lutik.example', 'username=lutik', `company=${company}`, `default_password=${PASSWORD}`);
    const user = await signIn(product.ready.url, 'user@lutik.example', PASSWORD);
    const organisation = currentOrganisation.answer.parse((await get(user, '/api/organisation/')).body);
    expect(organisation).toMatchObject({
      id: company,
      trusted: true,
      tariff_type: 'count_launch',
      tariff: { launch_limit: 10, time_limit_per_launch: 3 },
    });
    const path = `/api/control/tariffs/count_launch/${tariff}/`;
    expect(getTariff.answer.parse((await get(user, path)).body)).toMatchObject({
      name: 'Pilot',
      launch_limit: 10,
      time_limit_per_launch: 3,
    });
    expect(await get(user, `/api/control/tariffs/all_inclusive/${tariff}/`)).toMatchObject({ status: 404, code: 'not_found' });
    expect(await get(stranger, path)).toMatchObject({ status: 404, code: 'not_found' });
    const balance = currentLimits.answer.parse((await get(user, '/api/control/tariffs/count_launch/current_limits/')).body);
    expect(balance).toMatchObject({ launch_count: 0, launches_left: 10, active_sessions: { count: 0 }, patterns_per_task: {} });
  });

  test('is changed by staff, and the limits of its organisation follow', async () => {
    const staff = await signIn(product.ready.url, product.ready.adminEmail, product.ready.adminPassword);
    const user = await signIn(product.ready.url, 'user@lutik.example', PASSWORD);
    const rows = await get(staff, '/api/control/tariffs/count_launch/?name=pilot');
    const [pilot] = listTariffsOfType.answer.parse(rows.body).results;
    expect(pilot).toMatchObject({ name: 'Pilot', organisations: 1 });
    const path = `/api/control/tariffs/count_launch/${pilot?.id}/`;
    const change = asConsole(staff, { launch_limit: 4, task_limit: 2 });
    expect((await ask(product.ready.url, 'PATCH', path, change)).status).toBe(200);
    await waitUntil('the limits', async () => {
      const answer = await get(user, '/api/control/tariffs/count_launch/current_limits/');
      const { launches_left, task_limit } = currentLimits.answer.parse(answer.body);
      return launches_left === 4 && task_limit === 2;
    });
    expect(await ask(product.ready.url, 'PATCH', path, asConsole(user, { launch_limit: 100 }))).toMatchObject({ status: 403 });
    expect(await ask(product.ready.url, 'DELETE', path, asConsole(staff))).toMatchObject({ status: 409, code: 'tariff_in_use' });
  });

  test('its account can be signed out everywhere from a terminal', async () => {
    const user = await signIn(product.ready.url, 'user@lutik.example', PASSWORD);
    expect(await ops('end-sessions', 'user@lutik.example')).toBe('Sessions and tokens ended; accounts: 1.');
    expect(await get(user, '/api/organisation/')).toMatchObject({ status: 401 });
    expect((await get(stranger, '/api/organisation/')).status).toBe(200);
    await expect(ops('end-sessions', 'nobody@lutik.example')).rejects.toThrow(/account_not_found/);
    await expect(ops('end-sessions')).rejects.toThrow(/--everyone/);
    expect(await ops('end-sessions', '--everyone')).toMatch(/^Sessions and tokens ended; accounts: \d+\.$/);
    expect((await get(stranger, '/api/organisation/')).status).toBe(401);
    stranger = await signIn(product.ready.url, product.email, PASSWORD);
  });

  test('is refused with the reason', async () => {
    await expect(ops('create', 'count-launch-tariff', 'name=Bad', 'task_limit=0')).rejects.toThrow(/task_limit[^]*launch_limit/);
    await expect(ops('create', 'organisation', 'name=Nobody', 'tariff_type=count_launch', `tariff=${crypto.randomUUID()}`)).rejects.toThrow(
      /tariff_not_found/,
    );
    await expect(ops('create', 'spaceship')).rejects.toThrow(/count-launch-tariff/);
  });
});
