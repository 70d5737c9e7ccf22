import { createTestDatabase, type TestDatabase } from '@leakwatch/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { DATABASE_SERVICES } from './service-names.ts';

// What an organisation sees where a query forgets its condition: every table of the catalogue is read as the service reads it, without one.

const OURS = '11111111-1111-4111-8111-111111111111';
const THEIRS = '22222222-2222-4222-8222-222222222222';
/** PostgreSQL's code for a row that a policy refuses, and for a missing right. */
const REFUSED = '42501';

/** Tables without policies: they hold nothing of an organisation. A new table is not among them until somebody says why. */
const OPEN: Readonly<Record<string, string>> = {
  migration: 'steps that ran',
  inbox: 'ids of handled messages',
  lease: 'which process leads',
  known_key: 'which keys of the installation were in use',
  keyword_set: 'words of the installation',
  keyword: 'words of the installation',
  regex_template: 'expressions of the installation',
  tariff: 'tariffs of the installation',
  telegram_bot: 'state of the bot',
  object_deletion: 'names of files that are due for deletion',
  file_deletion: 'names of files that are due for deletion',
  silent_source: 'sources of the installation',
  turn_clock: 'one number',
  watch_clock: 'one number',
  detector_set: 'revision of the detectors',
  rebuild: 'state of the counters',
};

interface Table {
  readonly service: string;
  readonly name: string;
  readonly secured: boolean;
  /** The column that says whose a row is; null where another table does. */
  readonly owner: string | null;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** A value of each type; constraints other than its type are taken off before. */
const VALUES: readonly (readonly [RegExp, string])[] = [
  [/\[\]$/, `'{}'`],
  [/^uuid$/, 'gen_random_uuid()'],
  // As an address: an index reads one.
  [/^(?:text|character varying)/, `concat_ws('.', 10, (random() * 250)::int, (random() * 250)::int, (random() * 250)::int)`],
  [/^(?:smallint|integer|bigint|numeric|double precision|real)/, '(random() * 30000)::int'],
  [/^boolean$/, 'false'],
  [/^timestamp/, 'now()'],
  [/^date$/, 'current_date'],
  [/^bytea$/, `decode(md5(random()::text), 'hex')`],
  [/^jsonb?$/, `'{}'`],
];

function insertInto({ service, name, owner, columns }: Table, organisation: string): string {
  const values = columns.map((column) => {
    if (column.name === owner) return `'${organisation}'`;
    const found = VALUES.find(([type]) => type.test(column.type));
    if (found === undefined) throw new Error(`${service}.${name}: no value of ${column.type}`);
    return found[1];
  });
  return `insert into ${service}.${name} (${columns.map((column) => `"${column.name}"`).join(', ')}) values (${values.join(', ')})`;
}

let created: TestDatabase;
let client: pg.Client;
let tables: readonly Table[];

beforeAll(async () => {
  created = await createTestDatabase();
  client = new pg.Client({ connectionString: created.url });
  await client.connect();
  const { rows } = await client.query<Omit<Table, 'owner'>>(
    `select n.nspname as service, c.relname as name, c.relrowsecurity as secured,
       (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = '') as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname = any ($1) order by 1, 2`,
    [DATABASE_SERVICES],
  );
  tables = rows.map((row) => {
    const isOwned = row.columns.some(({ name }) => name === 'organisation_id');
    const itself = row.name === 'organisation' && row.service === 'admin' ? 'id' : null;
    return { ...row, owner: isOwned ? 'organisation_id' : itself };
  });
  // Rows of any content: the policies are what is tested.
  const checks = await client.query<{ statement: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement
     from pg_constraint where contype = 'c' and conparentid = 0 and connamespace::regnamespace::text = any ($1)`,
    [DATABASE_SERVICES],
  );
  for (const { statement } of checks.rows) await client.query(statement);
  await client.query('set session_replication_role = replica');
  for (const table of tables.filter(({ secured }) => secured))
    for (const organisation of [OURS, THEIRS]) await client.query(insertInto(table, organisation));
  await client.query('set session_replication_role = origin');
});
afterAll(async () => {
  await client?.end();
  await created?.drop();
});

/** Runs the work as the service does for the organisation, and undoes it. */
async function forOrganisation<T>(service: string, organisation: string, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    await client.query(`set local role leakwatch_${service}`);
    await client.query(`select set_config('leakwatch.scope', 'organisation', true), set_config('leakwatch.organisation', $1, true)`, [
      organisation,
    ]);
    return await work();
  } finally {
    await client.query('rollback');
  }
}

/** How many rows a statement reached; null where the service has no right to it. */
async function reached(statement: string): Promise<number | null> {
  await client.query('savepoint attempt');
  const result = await client.query(statement).catch(async (error: unknown) => {
    await client.query('rollback to savepoint attempt');
    if (error instanceof pg.DatabaseError && error.code === REFUSED) return null;
    throw error;
  });
  return result === null ? null : (result.rowCount ?? 0);
}

describe('without its condition, a query for an organisation', () => {
  it('finds policies on every table that holds something of an organisation', () => {
    expect(tables.filter(({ owner }) => owner !== null).length).toBeGreaterThan(50);
    const open = tables.filter(({ secured }) => !secured);
    expect(open.filter(({ owner }) => owner !== null)).toEqual([]);
    expect(open.filter(({ name }) => !Object.hasOwn(OPEN, name)).map(({ service, name }) => `${service}.${name}`)).toEqual([]);
    expect(Object.keys(OPEN).filter((name) => open.every((table) => table.name !== name))).toEqual([]);
  });

  it('reads its own rows only, from every table', async () => {
    for (const table of tables.filter(({ secured }) => secured)) {
      const { service, name, owner } = table;
      for (const organisation of [OURS, THEIRS]) {
        const seen = await forOrganisation(service, organisation, async () => {
          const { rows } = await client.query<Record<string, unknown>>(`select * from ${service}.${name}`);
          return rows.map((row) => (owner === null ? 'of another table' : row[owner]));
        });
        expect({ service, name, foreign: seen.filter((of) => of !== organisation) }).toEqual({ service, name, foreign: [] });
      }
    }
  });

  it('sees its own rows in most tables, so that the test would see those of others', async () => {
    const found: string[] = [];
    for (const { service, name } of tables.filter(({ secured, owner }) => secured && owner !== null))
      if ((await forOrganisation(service, OURS, () => reached(`select from ${service}.${name}`))) === 1) found.push(`${service}.${name}`);
    expect(found.length).toBeGreaterThan(40);
    expect(found).toEqual(expect.arrayContaining(['admin.account', 'tasks.task', 'events.event', 'reports.report']));
  });

  it('changes, deletes and adds no row of another organisation', async () => {
    for (const table of tables.filter(({ secured, owner }) => secured && owner !== null)) {
      const { service, name, owner } = table;
      const attempts = await forOrganisation(service, OURS, async () => ({
        changed: (await reached(`update ${service}.${name} set "${owner}" = "${owner}" where "${owner}" = '${THEIRS}'`)) ?? 0,
        deleted: (await reached(`delete from ${service}.${name} where "${owner}" = '${THEIRS}'`)) ?? 0,
        added: await reached(insertInto(table, THEIRS)),
      }));
      expect({ service, name, ...attempts }).toEqual({ service, name, changed: 0, deleted: 0, added: null });
    }
  });
});
