import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import {
  createReport,
  CSRF_HEADER,
  createWebhook,
  currentOrganisation,
  deleteOrganisation,
  generateTokenPost,
  listDeletedOrganisations,
  listEvents,
  listReports,
  listTasks,
  logoIdOf,
  sessionCookie,
  uploadLogo,
} from '@leakwatch/contracts';
import { waitUntil } from '@leakwatch/testing';
import pg from 'pg';
import { z } from 'zod';
import { lookIntoStores } from './faults/look-into-stores.ts';
import { asConsole, ask, type Cookies, signIn } from './product/api.ts';
import { untilDone, untilEvents } from './product/events-of.ts';
import { makeCompany } from './product/make-company.ts';
import { monthsLater } from './product/months-later.ts';
import { PASSWORD, type Product, startProduct } from './product/product.ts';
import { NAME_IT, NAME_PEOPLE, PASSING, STAYS, STAYS_FOR_GOOD } from './product/what-stays.ts';

jest.setTimeout(600_000);

/** A red point. */
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4z8AAAAMBAQAY3Y2wAAAAAElFTkSuQmCC', 'base64');

let product: Product;
let url: string;
let staff: Cookies;
let ours: Cookies;
let theirs: Cookies;
let company: string;
let database: pg.Client;

const idOf = z.object({ id: z.uuid() });
async function made(path: string, cookies: Cookies, body?: unknown): Promise<string> {
  const answer = await ask(url, 'POST', path, asConsole(cookies, body));
  expect({ path, status: answer.status, code: answer.code }).toEqual({ path, status: 200, code: undefined });
  return idOf.safeParse(answer.body).data?.id ?? '';
}
const companyOf = async (cookies: Cookies) =>
  currentOrganisation.answer.parse((await ask(url, 'GET', currentOrganisation.path, asConsole(cookies))).body)?.id ?? '';

/** How far each part of the deletion is, as staff see it. */
async function progressOf(id: string): Promise<Readonly<Record<string, string>>> {
  const { results } = listDeletedOrganisations.answer.parse((await ask(url, 'GET', listDeletedOrganisations.path, asConsole(staff))).body);
  return Object.fromEntries(results.find((one) => one.id === id)?.parts.map(({ part, state }) => [part, state]) ?? []);
}
/** Folders of the mirrors on the disk of the crawler. */
const mirrorFolders = (): string[] => readdirSync(join(product.ready.home.path, 'mirrors')).filter((name) => name.endsWith('.git'));

/** Holds the deletion at the service accounts, which it locks after it has taken the people from the organisation. */
async function holdDeletion(): Promise<{ readonly reached: () => Promise<boolean>; readonly release: () => Promise<unknown> }> {
  const holder = new pg.Client({ connectionString: product.ready.databaseUrl });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from admin.service_account where organisation_id = $1 for update', [company]);
  const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
  return {
    reached: async () => {
      const waiting = await database.query('select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))', [rows[0]?.pid]);
      return waiting.rowCount === 1;
    },
    release: () => holder.end(),
  };
}

/** Files below the home of the installation whose path names an object. */
const filesOf = (id: string): string[] =>
  readdirSync(product.ready.home.path, { recursive: true, encoding: 'utf8' }).filter((path) => path.includes(id) && path.includes('.'));

async function uploaded(cookies: Cookies): Promise<string> {
  const form = new FormData();
  form.append('file', new File([PNG], 'logo.png', { type: 'image/png' }));
  const headers = { cookie: `${sessionCookie(false)}=${cookies.session}; csrftoken=${cookies.csrf}`, [CSRF_HEADER]: cookies.csrf };
  const answer = await fetch(new URL(uploadLogo.path, url), { method: 'POST', headers, body: form });
  return uploadLogo.answer.parse(JSON.parse(await answer.text())).logo;
}

/** Something of each kind that an organisation has beside its tasks. Returns the id of its report. */
async function fill(cookies: Cookies, at: number): Promise<string> {
  const of = await companyOf(cookies);
  await made('/api/rules/', cookies, { rule_owner: 'x', rule_repo: 'y', source_type: 'github', block_type: 'repository' });
  await made('/api/events/views/', cookies, { name: 'Ours', shared: true, filters: {} });
  await made(createWebhook.path, cookies, { url: 'https://receiver.invalid/hook', events: ['event.created'], format: 'plain' });
  await made(generateTokenPost.path, cookies);
  await made('/api/control/notifications/', staff, { organisation: of, title: 'Note', message: 'Read this' });
  await made('/api/control/proxies/', staff, { ip_address: `198.51.100.${at}`, port: 1, company: of });
  const account = { source_type: 'github', company: of, login: `octo-${at}`, password: 'token', proxy_ext: `198.51.101.${at}:1` };
  await made('/api/control/services/accounts/', staff, account);
  return made(createReport.path, cookies, { format: 'xls', filters: { status: ['all'] } });
}

/** Rows of each table that name one of these texts; tables without any are left out. */
async function rowsNaming(texts: readonly string[]): Promise<Record<string, number>> {
  const { rows: tables } = await database.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema in ('bus', 'admin', 'tasks', 'crawler', 'events', 'reports') order by 1`,
  );
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await database.query<{ count: number }>(
      `select count(*)::int as count from ${name} t where exists (select from unnest($1::text[]) x where position(x in t::text) > 0)`,
      [[...texts]],
    );
    const count = rows[0]?.count ?? 0;
    if (count > 0 && !PASSING.test(name)) found[name] = count;
  }
  return found;
}

beforeAll(async () => {
  product = await startProduct();
  url = product.ready.url;
  staff = await signIn(url, product.ready.adminEmail, product.ready.adminPassword);
  ours = await signIn(url, product.email, PASSWORD);
  theirs = await makeCompany(url, staff, { name: 'Vasilek', email: 'user@vasilek.example', taskLimit: 2 });
  company = await companyOf(ours);
  database = new pg.Client({ connectionString: product.ready.databaseUrl });
  await database.connect();
});
afterAll(async () => {
  await database?.end();
  await product?.stop();
});

describe('an organisation that is deleted with its people while services are killed', () => {
  test('leaves only what the documents name, and nothing of another is touched', async () => {
    const task = await product.startTask('/romashka.git', 'Romashka shop');
    await untilDone(product.user, task);
    const [event] = await untilEvents(product.user, task, product.sample.planted.length);
    await made('/api/comments/', ours, { event: event?.id, text: 'ours' });
    const [report, theirReport] = [await fill(ours, 1), await fill(theirs, 2)];
    const address = await uploaded(staff);
    expect((await ask(url, 'PATCH', `/api/control/organisations/${company}/`, asConsole(staff, { logo: address }))).status).toBe(200);
    const logo = logoIdOf(address);
    expect(filesOf(logo)).toHaveLength(1);
    await waitUntil('the report', async () => {
      const { results } = listReports.answer.parse((await ask(url, 'GET', listReports.path, asConsole(ours))).body);
      return results.some(({ id, report_status }) => id === report && report_status === 'ready');
    });
    const them = await companyOf(theirs);
    const before = await rowsNaming([them]);
    const mirrors = mirrorFolders();
    expect(filesOf(`evidence/${company}`).length).toBeGreaterThan(0);

    const path = `${deleteOrganisation.path.replace('{id}', company)}?cascade=true`;
    const whole = await rowsNaming([company]);
    const hold = await holdDeletion();
    const halfWay = ask(url, 'DELETE', path, asConsole(staff));
    await waitUntil('the deletion is half-way', hold.reached);
    product.ready.services.kill('admin');
    expect((await halfWay).status).toBeGreaterThanOrEqual(500);
    await hold.release();
    await waitUntil(
      'admin answers again',
      async () => (await ask(url, 'GET', listDeletedOrganisations.path, asConsole(staff))).status === 200,
    );
    // Nothing was deleted by halves.
    expect(await progressOf(company)).toEqual({});
    expect((await rowsNaming([company]))['admin.account']).toBe(whole['admin.account']);

    const deleted = ask(url, 'DELETE', path, asConsole(staff));
    for (const name of ['tasks', 'events', 'reports', 'crawler'] as const) product.ready.services.kill(name);
    expect((await deleted).status).toBe(200);
    // While the services are down their parts are unknown, or in progress: never said to be done.
    expect(await progressOf(company)).toMatchObject({ people: 'done', tasks: expect.stringMatching(/^(unknown|waiting|kept)$/) });
    await lookIntoStores(
      product.ready.databaseUrl,
      () => undefined,
      async ({ bus, until }) => {
        const idle = async () => (await Promise.all((await bus.groups()).map((group) => bus.lag(group)))).every((lag) => lag === 0);
        expect(await until('no message waits', idle)).toBe(true);
      },
    );
    await waitUntil('the files are deleted', async () => filesOf(report).length === 0 && filesOf(logo).length === 0);
    const left = await rowsNaming([company]);
    expect(Object.keys(left).filter((table) => !(table in STAYS))).toEqual([]);
    expect(left['admin.organisation']).toBe(1);
    expect(Object.keys(await rowsNaming([product.email])).filter((table) => !NAME_PEOPLE.includes(table))).toEqual([]);
    expect(await rowsNaming([them])).toEqual(before);
    expect(filesOf(theirReport)).toHaveLength(1);
    await waitUntil('the progress', async () => !Object.values(await progressOf(company)).some((state) => /unknown|waiting/.test(state)));
    const kept = { people: 'done', tasks: 'kept', events: 'kept', content: 'kept', reports: 'done', mirrors: 'kept' };
    expect(await progressOf(company)).toEqual(kept);
    expect(mirrorFolders()).toEqual(mirrors);
  });

  test('is there for nobody any more, and what is left of it is shown nowhere', async () => {
    expect(await ask(url, 'GET', '/api/settings/', asConsole(ours))).toMatchObject({ status: 401 });
    await expect(signIn(url, product.email, PASSWORD)).rejects.toThrow('credentials_invalid');
    expect((await ask(url, 'GET', `/api/control/organisations/${company}/`, asConsole(staff))).status).toBe(404);
    const events = listEvents.answer.parse((await ask(url, 'GET', `/api/events/?status=all&org=${company}`, asConsole(staff))).body);
    const tasks = listTasks.answer.parse((await ask(url, 'GET', `/api/tasks/?org=${company}`, asConsole(staff))).body);
    expect([events.count, tasks.count]).toEqual([0, 0]);
    expect((await ask(url, 'GET', '/api/tasks/', asConsole(theirs))).status).toBe(200);
  });

  test('has months later no row, object or folder any more but what is kept for good', async () => {
    const them = await companyOf(theirs);
    const before = await rowsNaming([them]);
    await monthsLater(product.ready, company);
    await waitUntil('the objects are deleted', async () => filesOf(company).length === 0);
    const gone = { people: 'done', tasks: 'done', events: 'done', content: 'done', reports: 'done', mirrors: 'done' };
    await waitUntil('the progress', async () => Object.values(await progressOf(company)).every((state) => state === 'done'));
    expect(await progressOf(company)).toEqual(gone);
    await waitUntil('the texts are deleted', async () => (await rowsNaming([company]))['events.similar_text'] === undefined);
    expect(Object.keys(await rowsNaming([company])).filter((table) => !STAYS_FOR_GOOD.includes(table))).toEqual([]);
    expect(Object.keys(await rowsNaming(['Romashka'])).filter((table) => !NAME_IT.includes(table))).toEqual([]);
    expect(mirrorFolders()).toEqual([]);
    expect(await rowsNaming([them])).toEqual(before);
  });
});
