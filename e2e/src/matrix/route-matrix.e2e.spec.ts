import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import {
  ACTING_HEADER,
  beginActing,
  createReport,
  currentOrganisation,
  generateToken,
  generateTokenPost,
  getOpenApi,
  listReports,
  PUBLIC_ROUTES,
  QUEUES,
  type Route,
} from '@leakwatch/contracts';
import { waitUntil } from '@leakwatch/testing';
import { z } from 'zod';
import { type Answer, type Asking, asConsole, ask as askUnwatched, type Cookies, signIn } from '../product/api.ts';
import { makeCompany } from '../product/make-company.ts';
import { PASSWORD, type Product, startProduct } from '../product/product.ts';
import { setUpSecondFactor } from '../product/second-factor.ts';
import {
  type Ids,
  MISSING,
  MISSING_IDS,
  NAMING_REQUESTS,
  type NamingRequest,
  COMPARED_REQUESTS,
  placesLeftOut,
  withIds,
} from './named-objects.ts';
import { oneOfEach } from './one-of-each.ts';

jest.setTimeout(600_000);

/** Parameters of staff's routes that are one of a few names. */
const NAMES: Readonly<Record<string, string>> = { type: 'all_inclusive', source_type: 'github', queue: QUEUES[0] ?? '' };
/** Routes of staff that answer an id which nothing has: their services do not know which organisations there are. */
const EMPTY = ['GET /api/control/organisations/{id}/coverage/', 'GET /api/control/organisations/{id}/queue/'];

/** What an id cannot name an organisation's object with, and why. */
const EXCEPTIONS = new Set([
  // Templates are the installation's, the same for every organisation.
  'GET /api/events/ query.regex_tokens_found',
  'GET /api/events/stat/ query.regex_tokens_found',
  'GET /api/events/{id}/neighbours/ query.regex_tokens_found',
  // A file of staff's uploads; the tests of the blocks of staff request it from both organisations.
  'GET /api/organisation/logo/{id}/ path',
  // A random id that Telegram gave to the person; tests of Telegram notifications cover it.
  'POST /api/control/accounts/confirm_telegram_notifications/ body.request',
  // A random id of the caller's own call; the tests of changes that are sent again send it from other accounts.
  ...['events/change_status', 'events/{id}/change_status', 'events/assign', 'rules/{id}/blacklist_events', 'reports'].map(
    (call) => `POST /api/${call}/ body.idempotency_key`,
  ),
]);

const openApi = z.object({ paths: z.record(z.string(), z.record(z.string(), z.object({ responses: z.record(z.string(), z.unknown()) }))) });

/** `acting`: staff who work in an organisation's name. */
type Role = 'nobody' | 'pending' | 'token' | 'user' | 'acting';
/** What keeps a role from a route; undefined where it may call it. */
const REFUSED: Readonly<Record<Role, (route: Route) => string | undefined>> = {
  nobody: ({ access }) => (access === 'public' ? undefined : 'not_authenticated'),
  pending: ({ access }) => (access === 'public' || access === 'pending' ? undefined : 'second_factor_due'),
  token: ({ access, sessionOnly }) => {
    if (access === 'public') return undefined;
    if (access === 'pending' || sessionOnly === true) return 'session_only';
    return access === 'staff' ? 'forbidden' : undefined;
  },
  user: ({ access }) => (access === 'staff' ? 'forbidden' : undefined),
  acting: ({ access, acting }) => (access === 'staff' || acting === 'refused' ? 'acting_in_organisation' : undefined),
};

let product: Product;
let url: string;
let staff: Cookies;
let ours: Cookies;
let theirs: Cookies;
let ids: Ids;

/** Statuses that openapi.json declares, by method and path of the route table. */
let declared: ReadonlyMap<string, readonly string[]>;
/** Answers whose status openapi.json does not declare for the route. */
const undeclared = new Set<string>();

/** The route of a path, fixed segments before parameters. */
const routeOf = (method: string, path: string): Route | undefined =>
  PUBLIC_ROUTES.filter(
    (route) => route.method === method && new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path.split('?')[0] ?? ''),
  ).toSorted((one, other) => one.path.split('{').length - other.path.split('{').length)[0];

const ask: typeof askUnwatched = async (at, method, path, asking) => {
  const answer = await askUnwatched(at, method, path, asking);
  const route = routeOf(method, path);
  const of = `${method} ${route?.path}`;
  if (route !== undefined && !declared.get(of)?.includes(String(answer.status))) undeclared.add(`${of} ${answer.status}`);
  return answer;
};

const send = ({ method, path, body }: NamingRequest, cookies: Cookies) => ask(url, method, path, asConsole(cookies, body));

beforeAll(async () => {
  product = await startProduct();
  url = product.ready.url;
  const described = openApi.parse((await askUnwatched(url, 'GET', getOpenApi.path)).body);
  declared = new Map(
    Object.entries(described.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { responses }]) => [`${method.toUpperCase()} ${path}`, Object.keys(responses)] as const),
    ),
  );
  staff = await signIn(url, product.ready.adminEmail, product.ready.adminPassword);
  ours = await signIn(url, product.email, PASSWORD);
  theirs = await makeCompany(url, staff, { name: 'Vasilek', email: 'user@vasilek.example', taskLimit: 2 });
  ids = await oneOfEach(product, { ask, staff, ours });
});
afterAll(async () => {
  await product?.stop();
});

/** Staff who work in the name of the second organisation, in a session of their own. */
async function inTheirName(): Promise<Asking> {
  const session = await signIn(url, product.ready.adminEmail, product.ready.adminPassword);
  const company = currentOrganisation.answer.parse((await ask(url, 'GET', currentOrganisation.path, asConsole(theirs))).body);
  if (company === null) throw new Error('no organisation');
  const begun = await ask(url, 'POST', beginActing.path.replace('{id}', company.id), asConsole(session));
  expect(begun.status).toBe(200);
  const { headers, ...asking } = asConsole(session);
  return { ...asking, headers: { ...headers, [ACTING_HEADER]: company.id } };
}

describe('every route and every role', () => {
  async function asRole(role: Role): Promise<Asking> {
    if (role === 'nobody') return {};
    if (role === 'user') return asConsole(theirs);
    if (role === 'acting') return inTheirName();
    if (role === 'token') {
      const { token } = generateToken.answer.parse((await ask(url, 'POST', generateTokenPost.path, asConsole(theirs))).body);
      return { headers: { authorization: `Bearer ${token}` } };
    }
    const email = 'half@vasilek.example';
    const cookies = await makeCompany(url, staff, { name: 'Half', email, taskLimit: 1 });
    await setUpSecondFactor(url, cookies);
    return asConsole(await signIn(url, email, PASSWORD));
  }

  test.each(['nobody', 'pending', 'token', 'user', 'acting'] as const)('%s is refused on every route that is not for it', async (role) => {
    const asking = await asRole(role);
    const answers: string[] = [];
    const expected: string[] = [];
    for (const route of PUBLIC_ROUTES) {
      const code = REFUSED[role](route);
      if (code === undefined) continue;
      const path = route.path.replaceAll(/\{\w+\}/g, MISSING);
      const answer = await ask(url, route.method, path, { ...asking, ...(route.body !== undefined && { body: {} }) });
      answers.push(`${route.method} ${route.path} ${answer.code}`);
      expected.push(`${route.method} ${route.path} ${code}`);
    }
    expect(answers).toEqual(expected);
    expect(answers.length).toBeGreaterThan(role === 'nobody' ? 150 : 60);
  });
});

test('no route of staff tells a user whether the object of an id exists', async () => {
  const routes = PUBLIC_ROUTES.filter(({ access, path }) => access === 'staff' && path.includes('{'));
  expect(routes.length).toBeGreaterThan(50);
  for (const { method, path, body } of routes) {
    const answerOf = async (id: string) => {
      const asked = await ask(url, method, path.replaceAll(/\{\w+\}/g, id), {
        ...asConsole(theirs),
        ...(body !== undefined && { body: {} }),
      });
      return `${asked.status} ${JSON.stringify(asked.body).replace(/"request_id":"[^"]+"/, '')}`;
    };
    const missing = await answerOf(MISSING);
    expect(missing).toMatch(/^403 /);
    for (const id of [ids.organisation, ids.tariff, ids.member, ids.task])
      expect({ method, path, answer: await answerOf(id) }).toEqual({ method, path, answer: missing });
  }
});

test('staff get 404 for each id that does not exist, and nothing is changed', async () => {
  const routes = PUBLIC_ROUTES.filter(({ access, path }) => access === 'staff' && /\{(?!type\}\/$|queue\}\/jobs\/$)/.test(path));
  const answers = await Promise.all(
    routes.map(async ({ method, path, body }) => {
      const at = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => NAMES[name] ?? MISSING);
      const asked = await ask(url, method, at, { ...asConsole(staff), ...(body !== undefined && { body: {} }) });
      return [`${method} ${path}`, `${asked.status} ${asked.code}`] as const;
    }),
  );
  const others = answers.filter(([, answer]) => answer !== '404 not_found');
  expect(others.map(([route]) => route).toSorted()).toEqual(EMPTY);
  expect(answers.length).toBeGreaterThan(40);
});

describe('every id that a user can send', () => {
  /** An answer without the ids that the request named, and without those that are new in each answer. */
  const written = ({ status, body }: Answer) =>
    Object.values(ids).reduce(
      (text, id) => text.replaceAll(id, MISSING),
      `${status} ${JSON.stringify(body).replace(/"(request_id|batch)":"[^"]+"/, '')}`,
    );

  test('the table of requests fills each place of an id', () => {
    const ofUsers = PUBLIC_ROUTES.filter(({ access }) => access === 'user' || access === 'pending');
    expect(placesLeftOut(ofUsers, [...COMPARED_REQUESTS, ...NAMING_REQUESTS], EXCEPTIONS)).toEqual([]);
  });

  test('the id of another organisation has the same answer as an id that does not exist', async () => {
    for (const request of [...COMPARED_REQUESTS, ...NAMING_REQUESTS]) {
      const foreign = await send(withIds(request, ids), theirs);
      const missing = await send(withIds(request, MISSING_IDS), theirs);
      expect({ request, answer: written(foreign) }).toEqual({ request, answer: written(missing) });
    }
  });

  test('staff in the name of one organisation reach nothing of another', async () => {
    const acting = await inTheirName();
    const sendActing = ({ method, path, body }: NamingRequest) =>
      ask(url, method, path, { ...acting, ...(body !== undefined && { body }) });
    for (const request of [...COMPARED_REQUESTS, ...NAMING_REQUESTS]) {
      const foreign = await sendActing(withIds(request, ids));
      const missing = await sendActing(withIds(request, MISSING_IDS));
      expect({ request, answer: written(foreign) }).toEqual({ request, answer: written(missing) });
    }
  });

  test('the owner reaches each object by the same request', async () => {
    for (const request of NAMING_REQUESTS) {
      const own = await send(withIds(request, ids), ours);
      const missing = await send(withIds(request, MISSING_IDS), ours);
      expect({ request, answer: written(own) }).not.toEqual({ request, answer: written(missing) });
    }
  });

  test('a report that is filtered by a task or an event of another organisation is empty', async () => {
    for (const filters of [{ task: ids.task }, { id: ids.event }]) {
      const asked = await ask(
        url,
        'POST',
        createReport.path,
        asConsole(theirs, { format: 'xls', filters: { status: ['all'], ...filters } }),
      );
      const { id } = createReport.answer.parse(asked.body);
      const report = await waitUntil('the report is ready', async () => {
        const { results } = listReports.answer.parse((await ask(url, 'GET', listReports.path, asConsole(theirs))).body);
        return results.find((one) => one.id === id && one.report_status === 'ready');
      });
      expect(report).toMatchObject({ rows_total: 0, rows_written: 0 });
    }
  });
});

test('no answer of all these has a status that openapi.json does not declare for its route', () => {
  expect(declared.size).toBe(PUBLIC_ROUTES.length);
  expect([...undeclared]).toEqual([]);
});
