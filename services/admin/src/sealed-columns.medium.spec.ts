import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { countSealed, type Foundation, openFoundation, resealColumns, soleKey, Vault } from '@leakwatch/platform';
import { createTestEnvironment, TEST_SECRET, type TestEnvironment } from '@leakwatch/testing';
import pg from 'pg';
import { sealedColumns } from './sealed-columns.ts';
import { adminService } from './service.ts';

const next = { version: 2, secret: `${TEST_SECRET}-2` };
const old = new Vault(soleKey(TEST_SECRET));
const both = new Vault([next, ...soleKey(TEST_SECRET)]);
const fresh = new Vault([next]);

/** Rows with a value in each sealed column; `$1` is the id, the others are sealed values in the order of the columns. */
const INSERTS = [
  `insert into admin.proxy (id, type, ip_address, port, password) values ($1::uuid, 'http', host('10.0.0.0'::inet + (random() * 16000000)::int), 80, $2)`,
  `insert into admin.service_account (id, source_type, password) values ($1, 'github', $2)`,
  `insert into admin.telegram_session (service_account_id, stage, api_id, api_hash, session, code_hash) values ($1, 'code', 1, $2, $3, $4)`,
  `insert into admin.second_factor (account_id, id, seed) values ($1, gen_random_uuid(), $2)`,
  `insert into admin.webhook (id, organisation_id, origin, events, format, url, secret, old_secret, old_secret_until)
    values ($1::uuid, $1::uuid, 'https://a.example', '{}', 'json', $2, $3, $4, now())`,
] as const;
const [INSERT_PROXY] = INSERTS;

let environment: TestEnvironment;
let foundation: Foundation;
let owner: pg.Client;
beforeAll(async () => {
  environment = await createTestEnvironment();
  foundation = await openFoundation(adminService, environment.env);
  owner = new pg.Client({ connectionString: environment.databaseUrl });
  await owner.connect();
  // Rows that these refer to do not matter here.
  await owner.query('set session_replication_role = replica');
});
afterAll(async () => {
  await owner.end();
  await foundation.close();
  await environment.drop();
});
beforeEach(async () => {
  for (const table of new Set(sealedColumns.map((column) => column.table))) await owner.query(`delete from ${table}`);
});

const tableOf = (insert: string) => insert.split(' ')[2] ?? '';
const failures: string[] = [];
const reseal = (vault = both) =>
  resealColumns(foundation.database, vault, sealedColumns, (column, error) => failures.push(`${column}: ${String(error)}`));
const addProxies = async (count: number) => {
  for (let index = 0; index < count; index += 1) {
    const id = randomUUID();
    await owner.query(INSERT_PROXY, [id, old.seal(`password ${id}`, `admin.proxy.password:${id}`)]);
  }
};
const proxies = async () =>
  (await owner.query<{ id: string; password: Buffer }>('select id, password from admin.proxy')).rows.map(({ id, password }) => ({
    version: password[0],
    isOpen: both.open(password, `admin.proxy.password:${id}`) === `password ${id}`,
  }));

describe('after a rotation of the sealing keys', () => {
  it('each column is sealed with the new key, and opens without the old one', async () => {
    for (const insert of INSERTS) {
      const id = randomUUID();
      const columns = sealedColumns.filter(({ table }) => table === tableOf(insert));
      await owner.query(insert, [id, ...columns.map(({ column, context }) => old.seal(`${column} of ${id}`, context(id)))]);
    }
    expect(await countSealed(foundation.database, sealedColumns)).toEqual(new Map([[1, sealedColumns.length]]));
    expect([...(await reseal()).values()]).toEqual(sealedColumns.map(() => 1));
    expect(await countSealed(foundation.database, sealedColumns)).toEqual(new Map([[2, sealedColumns.length]]));
    for (const { table, id: key, column, context } of sealedColumns) {
      const { rows } = await owner.query<{ id: string; sealed: Buffer }>(`select ${key} as id, ${column} as sealed from ${table}`);
      expect(rows.map(({ id, sealed }) => fresh.open(sealed, context(id)))).toEqual(rows.map(({ id }) => `${column} of ${id}`));
    }
    expect((await reseal()).size).toBe(0);
  });

  it('many rows are read page by page, and one that is locked has its turn later', async () => {
    await addProxies(450);
    const other = new pg.Client({ connectionString: environment.databaseUrl });
    await other.connect();
    await other.query('begin');
    await other.query('select id from admin.proxy order by id limit 1 for update');
    expect(await reseal()).toEqual(new Map([['admin.proxy.password', 449]]));
    await other.query('rollback');
    await other.end();
    expect(await reseal()).toEqual(new Map([['admin.proxy.password', 1]]));
    expect(await proxies()).toEqual(Array.from({ length: 450 }, () => ({ version: 2, isOpen: true })));
  });

  it('a value whose key is gone is named and stays as it is, and the others are sealed', async () => {
    await addProxies(3);
    const lost = randomUUID();
    const sealed = new Vault([{ version: 7, secret: `${TEST_SECRET}-7` }]).seal('x', `admin.proxy.password:${lost}`);
    await owner.query(INSERT_PROXY, [lost, sealed]);
    failures.length = 0;
    expect(await reseal()).toEqual(new Map([['admin.proxy.password', 3]]));
    expect(failures).toEqual(['admin.proxy.password: Error: no sealing key of version 7']);
    const { rows } = await owner.query<{ password: Buffer }>('select password from admin.proxy where id = $1', [lost]);
    expect(rows.map(({ password }) => password.equals(sealed))).toEqual([true]);
  });
});
