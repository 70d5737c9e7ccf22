import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ACCOUNT_SORTS,
  internalOrganisations,
  KEYWORD_SET_SORTS,
  listAccounts,
  listKeywordSets,
  listProxies,
  listServiceAccounts,
  listTariffsOfType,
  ORGANISATION_SORTS,
  PROXY_SORTS,
  SERVICE_ACCOUNT_SORTS,
  TARIFF_SORTS,
} from '@leakwatch/contracts';
import { testCaller, wrongSorts } from '@leakwatch/testing';
import fc from 'fast-check';
import { PoolStage } from './fixtures/pool.fixture.ts';

const ROWS = 12;
const RUNS = { numRuns: 4 };
const MARK = randomUUID().slice(0, 8);
const ids = Array.from({ length: ROWS }, () => randomUUID());
/** Four values for twelve rows, and pages that end within equal ones. */
const values = fc.array(fc.nat(3), { minLength: ROWS, maxLength: ROWS });
const sizes = fc.integer({ min: 1, max: 5 });

let pool: PoolStage;
let company = '';
let tariff = '';
beforeAll(async () => {
  pool = await PoolStage.open();
  company = await pool.organisation();
  const { rows } = await pool.stage.owner.query<{ tariff_id: string }>('select tariff_id from admin.organisation where id = $1', [company]);
  tariff = rows[0]?.tariff_id ?? '';
});
afterAll(() => pool?.close());

/** Writes the rows anew. `columns` are SQL of the row's number `n` and its value `v`; `when` is a time, and none for the value 0. */
const write = async (table: string, columns: Readonly<Record<string, string>>, numbers: readonly number[]) => {
  const names = Object.keys(columns);
  await pool.stage.owner.query(
    `insert into admin.${table} (id, ${names.join(', ')})
     select id, ${Object.values(columns).join(', ')} from unnest($1::uuid[], $2::int[]) with ordinality as r (id, v, n)
     on conflict (id) do update set ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    [ids, numbers],
  );
};
const WHEN = `case when v > 0 then '2026-05-01'::timestamptz + make_interval(days => v) end`;
const DAY = `'2026-05-01'::timestamptz + make_interval(days => v)`;
/** A name of its own in each row, as the index asks, in both letter cases. */
const NAME = `'${MARK}' || (array['a', 'B', 'c', 'D'])[v + 1] || chr(96 + n::int)`;

const staff = testCaller(null, { staff: true });
const asGateway = testCaller(null, { service: 'gateway', staff: true });
const ask = async (path: string, query: string) => {
  const { status, body } = await pool.stage.ask('GET', `${path}?${query}`, undefined, path.startsWith('/internal/') ? asGateway : staff);
  expect(status).toBe(200);
  return body;
};
const lower = ({ name }: { readonly name: string }) => name.toLowerCase();
const TARIFFS = listTariffsOfType.path.replace('{type}', 'count_launch');

describe('each sort of a list orders all rows over the pages, forwards and backwards, with equal and missing values', () => {
  it('of accounts', async () => {
    const list = async (query: string) => listAccounts.answer.parse(await ask(listAccounts.path, `${query}&company=${company}`));
    const keys = {
      email: (one: { email: string }) => one.email,
      username: (one: { username: string }) => one.username.toLowerCase(),
      created: (one: { created: string }) => one.created,
    };
    const columns = {
      organisation_id: `'${company}'::uuid`,
      email: `lower(${NAME}) || '@corp.example'`,
      username: `(array['a', 'B', 'c', 'D'])[v + 1]`,
      password_hash: `''`,
      created: DAY,
    };
    expect(Object.keys(keys)).toEqual([...ACCOUNT_SORTS]);
    await fc.assert(
      fc.asyncProperty(values, sizes, async (numbers, size) => {
        await write('account', columns, numbers);
        expect(await wrongSorts({ keys, list }, size)).toEqual([]);
        // With a part of a name the page is cut out of what was found.
        const searched = { keys, list: (query: string) => list(`${query}&email=${MARK}`) };
        expect(await wrongSorts(searched, size)).toEqual([]);
      }),
      RUNS,
    );
  });

  it('of organisations', async () => {
    const list = async (query: string) =>
      internalOrganisations.answer.parse(await ask(internalOrganisations.path, `${query}&name=${MARK}`));
    const keys = { name: lower, expires_at: (one: { expires_at: string }) => one.expires_at };
    const columns = {
      name: NAME,
      description: `''`,
      tariff_id: `'${tariff}'::uuid`,
      active: 'n % 2 = 0',
      trusted: 'true',
      starts_at: `'2026-01-01'::timestamptz`,
      expires_at: DAY,
    };
    expect(Object.keys(keys)).toEqual([...ORGANISATION_SORTS]);
    await fc.assert(
      fc.asyncProperty(values, sizes, async (numbers, size) => {
        await write('organisation', columns, numbers);
        expect(await wrongSorts({ keys, list }, size)).toEqual([]);
      }),
      RUNS,
    );
  });

  it('of proxies, addresses by their numbers', async () => {
    const list = async (query: string) => listProxies.answer.parse(await ask(listProxies.path, `${query}&company=${company}`));
    const keys = {
      address: ({ ip_address: ip, port }: { ip_address: string; port: number }) => Number(ip.split('.').at(-1)) * 100_000 + port,
      last_check: (one: { last_check: string | null }) => one.last_check,
    };
    const columns = {
      organisation_id: `'${company}'::uuid`,
      type: `'http'`,
      ip_address: `'10.0.0.' || (array[9, 10, 100, 2])[v + 1]`,
      port: '8000 + n % 2',
      login: `'login' || n`,
      last_check: WHEN,
    };
    expect(Object.keys(keys)).toEqual([...PROXY_SORTS]);
    await fc.assert(
      fc.asyncProperty(values, sizes, async (numbers, size) => {
        await write('proxy', columns, numbers);
        expect(await wrongSorts({ keys, list }, size)).toEqual([]);
      }),
      RUNS,
    );
  });

  it('of service accounts', async () => {
    const list = async (query: string) =>
      listServiceAccounts.answer.parse(await ask(listServiceAccounts.path, `${query}&company=${company}`));
    const keys = {
      login: (one: { login: string }) => one.login.toLowerCase(),
      last_used: (one: { last_used: string | null }) => one.last_used,
    };
    const columns = {
      organisation_id: `'${company}'::uuid`,
      source_type: `(array['github', 'gitlab_cloud', 'google_docs'])[n % 3 + 1]`,
      login: `case when v > 1 then ${NAME} else '' end`,
      last_used: WHEN,
    };
    expect(Object.keys(keys)).toEqual([...SERVICE_ACCOUNT_SORTS]);
    await fc.assert(
      fc.asyncProperty(values, sizes, async (numbers, size) => {
        await write('service_account', columns, numbers);
        expect(await wrongSorts({ keys, list }, size)).toEqual([]);
      }),
      RUNS,
    );
  });

  it('of keyword sets', async () => {
    const list = async (query: string) => listKeywordSets.answer.parse(await ask(listKeywordSets.path, `${query}&name=${MARK}`));
    const keys = { name: lower, created: (one: { created: string }) => one.created };
    expect(Object.keys(keys)).toEqual([...KEYWORD_SET_SORTS]);
    await fc.assert(
      fc.asyncProperty(values, sizes, async (numbers, size) => {
        await write('keyword_set', { name: NAME, created: DAY }, numbers);
        expect(await wrongSorts({ keys, list }, size)).toEqual([]);
      }),
      RUNS,
    );
  });

  it('of tariffs', async () => {
    const list = async (query: string) => listTariffsOfType.answer.parse(await ask(TARIFFS, `${query}&name=${MARK}`));
    const [, ...numbered] = TARIFF_SORTS;
    type Tariff = Awaited<ReturnType<typeof list>>['results'][number];
    const keys: Record<string, (one: Tariff) => string | number | null> = { name: lower };
    for (const field of numbered) keys[field] = (one) => one[field];
    const columns = { type: `'count_launch'`, name: NAME, ...Object.fromEntries(numbered.map((field) => [field, 'v + 1'])) };
    await fc.assert(
      fc.asyncProperty(values, sizes, async (numbers, size) => {
        await write('tariff', columns, numbers);
        expect(await wrongSorts({ keys, list }, size)).toEqual([]);
      }),
      RUNS,
    );
  });
});

it('a sort that a list does not have is refused', async () => {
  for (const path of [listAccounts.path, listProxies.path, listServiceAccounts.path, listKeywordSets.path, TARIFFS])
    for (const sort of ['id', '--name', '+created', 'created desc', ''])
      expect(await pool.stage.ask('GET', `${path}?sort=${encodeURIComponent(sort)}`, undefined, staff)).toMatchObject({ status: 400 });
});
