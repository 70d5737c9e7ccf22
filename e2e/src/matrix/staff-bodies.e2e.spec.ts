import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { errorAnswer, listOrganisations, listProxies, listServiceAccounts, PUBLIC_ROUTES } from '@leakwatch/contracts';
import { z } from 'zod';
import { type Answer, asConsole, ask, type Cookies, signIn } from '../product/api.ts';
import { makeCompany } from '../product/make-company.ts';
import { PASSWORD, type Product, startProduct } from '../product/product.ts';
import { placesLeftOut, withIds } from './named-objects.ts';
import { STAFF_EXCEPTIONS, STAFF_REQUESTS } from './staff-requests.ts';

jest.setTimeout(600_000);

const MISSING = '11111111-2222-4333-8444-555555555555';
const NAMED = ['organisation', 'tariff', 'account', 'service_account', 'proxy', 'dead_letter'] as const;
const MISSING_IDS = Object.fromEntries(NAMED.map((name) => [name, MISSING]));

let product: Product;
let url: string;
let staff: Cookies;
let theirs: Cookies;
/** Objects of the first organisation, by the names of the table. */
let ids: Readonly<Record<string, string>>;

const send = (cookies: Cookies, method: string, path: string, body?: unknown) => ask(url, method, path, asConsole(cookies, body));
const idOf = (answer: Answer): string => {
  const parsed = z.object({ id: z.uuid() }).safeParse(answer.body);
  if (!parsed.success) throw new Error(`no id: ${answer.status} ${JSON.stringify(answer.body)}`);
  return parsed.data.id;
};

beforeAll(async () => {
  product = await startProduct();
  url = product.ready.url;
  staff = await signIn(url, product.ready.adminEmail, product.ready.adminPassword);
  const ours = await signIn(url, product.email, PASSWORD);
  theirs = await makeCompany(url, staff, { name: 'Vasilek', email: 'user@vasilek.example', taskLimit: 1 });
  const company = z
    .object({ id: z.uuid(), tariff: z.object({ id: z.uuid() }) })
    .parse((await send(ours, 'GET', '/api/organisation/')).body);
  const account = z.object({ user_id: z.uuid() }).parse((await send(ours, 'GET', '/api/settings/')).body).user_id;
  const proxy = idOf(await send(staff, 'POST', '/api/control/proxies/', { ip_address: '198.51.100.9', port: 3128, company: company.id }));
  const wanted = {
    source_type: 'telegram',
    login: 'reader',
    password: 'secret',
    phone: '+79001112233',
    proxy_ext: '',
    company: company.id,
  };
  const serviceAccount = idOf(await send(staff, 'POST', '/api/control/services/accounts/', wanted));
  const found = {
    organisation: company.id,
    tariff: company.tariff.id,
    account,
    service_account: serviceAccount,
    proxy,
    dead_letter: MISSING,
  };
  ids = { ...found, ...Object.fromEntries(Object.entries(found).map(([name, id]) => [`own_${name}`, id])) };
});
afterAll(async () => {
  await product?.stop();
});

test('the table fills each place of an id in a query or a body of staff', () => {
  const ofStaff = PUBLIC_ROUTES.filter(({ access }) => access === 'staff');
  const left = placesLeftOut(ofStaff, STAFF_REQUESTS, STAFF_EXCEPTIONS).filter((place) => !place.endsWith(' path'));
  expect(left).toEqual([]);
});

/** What the refused requests name. */
const stored = async () => {
  const read = async (path: string) => (await send(staff, 'GET', path)).body;
  return {
    organisations: listOrganisations.answer.parse(await read(listOrganisations.path)).results,
    account: await read(`/api/control/accounts/${ids['account']}/`),
    proxies: listProxies.answer.parse(await read(listProxies.path)).results,
    // Its state may follow a check of the product itself.
    serviceAccounts: listServiceAccounts.answer
      .parse(await read(listServiceAccounts.path))
      .results.map(({ id, company, login, version }) => ({ id, company, login, version })),
  };
};

test('a user, and nobody, are refused with valid bodies that name what exists, and nothing is done', async () => {
  const before = await stored();
  for (const { method, path, body } of STAFF_REQUESTS.map((one) => withIds(one, ids))) {
    const [user, nobody] = [await send(theirs, method, path, body), await ask(url, method, path, { ...(body !== undefined && { body }) })];
    expect({ method, path, user: `${user.status} ${user.code}` }).toEqual({ method, path, user: '403 forbidden' });
    expect({ method, path, nobody: `${nobody.status} ${nobody.code}` }).toEqual({ method, path, nobody: '401 not_authenticated' });
  }
  expect(await stored()).toEqual(before);
});

test('staff get a refusal or an empty list for an id that names nothing, and nothing is changed', async () => {
  const before = await stored();
  for (const { missing, ...one } of STAFF_REQUESTS) {
    const { method, path, body } = withIds(one, { ...ids, ...MISSING_IDS });
    const { status, code } = await send(staff, method, path, body);
    expect({ method, path, answer: status === 200 ? '200' : `${status} ${code}` }).toEqual({ method, path, answer: missing });
  }
  expect(await stored()).toEqual(before);
});

test('a name that a call does not have is refused in every body of staff, and nothing is done', async () => {
  const before = await stored();
  for (const { method, path, body } of STAFF_REQUESTS.map((one) => withIds(one, ids))) {
    if (body === undefined) continue;
    const misspelt = { ...z.looseObject({}).parse(body), misspelt: 'x' };
    const { status, body: answer } = await send(staff, method, path, misspelt);
    const { code, fields } = errorAnswer.parse(answer);
    expect({ method, path, status, code, fields }).toMatchObject({
      ...{ method, path, status: 400, code: 'invalid_request' },
      fields: { misspelt: 'parameter_unknown' },
    });
  }
  expect(await stored()).toEqual(before);
});

test('a list of ids with one that names nothing does what it is asked for the others alone', async () => {
  const checked = await send(staff, 'POST', '/api/control/proxies/check/', { ids: [ids['proxy'], MISSING] });
  expect({ status: checked.status, body: checked.body }).toEqual({ status: 200, body: { asked: 1 } });
});
