import { createTestDatabase, type TestDatabase } from '@leakwatch/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { migrateAll } from './migrate.ts';

/** Tables without an organisation: those of the installation, and of the bus. */
const SERVICES = ['admin', 'tasks', 'crawler', 'events', 'reports'];

/** An organisation's own accounts and proxies are kept by staff; no customer reads them. */
const NOT_FOR_CUSTOMERS: ReadonlySet<string> = new Set(['admin.service_account', 'admin.proxy']);

/** Read before it is known for whom, and by the schedule. */
const FOR_SESSIONS_ONLY: ReadonlySet<string> = new Set(['admin.acting']);

/** Only work in the background reads them. */
const FOR_CONSUMERS_ONLY: ReadonlySet<string> = new Set(['events.similar_text', 'events.text_fingerprint', 'events.text_review']);

/** Read by a function that runs as their owner and checks the scope itself. Each has the policies all the same: the services are not the owner. */
const NOT_FORCED: ReadonlySet<string> = new Set(['events.event_text', 'events.event_key']);

describe('migrations', () => {
  let created: TestDatabase;
  let client: pg.Client;

  beforeAll(async () => {
    created = await createTestDatabase();
    client = new pg.Client({ connectionString: created.url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await created.drop();
  });

  it('run once: a second run finds nothing to do', async () => {
    expect(await migrateAll(created.url)).toEqual([]);
  });

  it('force row-level security with named policies on every table with an organisation', async () => {
    const { rows } = await client.query<{ table: string; enabled: boolean; forced: boolean; policies: string[] }>(
      `
      select c.table_schema || '.' || c.table_name as table, k.relrowsecurity as enabled, k.relforcerowsecurity as forced,
        coalesce((select array_agg(p.policyname::text order by 1) from pg_policies p where p.schemaname = c.table_schema and p.tablename = c.table_name), '{}') as policies
      from information_schema.columns c join pg_class k on k.oid = (c.table_schema || '.' || c.table_name)::regclass
      where c.column_name = 'organisation_id' and c.table_schema = any ($1)`,
      [SERVICES],
    );
    expect(rows.length).toBeGreaterThan(10);
    for (const row of rows) {
      expect(row).toMatchObject({ enabled: true, forced: !NOT_FORCED.has(row.table) });
      if (FOR_CONSUMERS_ONLY.has(row.table)) {
        expect(row.policies).toEqual(['consumer_rows']);
        continue;
      }
      if (FOR_SESSIONS_ONLY.has(row.table)) {
        expect(row.policies.toSorted()).toEqual(['identity_rows', 'scheduler_rows']);
        continue;
      }
      const customers = NOT_FOR_CUSTOMERS.has(row.table) ? [] : ['organisation_rows', 'consumer_rows'];
      expect(row.policies).toEqual(expect.arrayContaining([...customers, 'staff_rows', 'scheduler_rows']));
      if (customers.length === 0) expect(row.policies).not.toContain('organisation_rows');
    }
  });

  it('give each service a role that owns nothing and is subject to the policies', async () => {
    const { rows } = await client.query(
      `select r.rolname, r.rolsuper or r.rolbypassrls as above, exists (select from pg_class c where c.relowner = r.oid) as owns
       from pg_roles r where r.rolname = any ($1)`,
      [SERVICES.map((service) => `leakwatch_${service}`)],
    );
    expect(rows).toHaveLength(SERVICES.length);
    for (const row of rows) expect(row).toMatchObject({ above: false, owns: false });
  });

  it('let no service read the tables of another', async () => {
    for (const service of SERVICES) {
      await client.query('begin');
      await client.query(`set local role leakwatch_${service}`);
      const other = service === 'tasks' ? 'events.event' : 'tasks.task';
      await expect(client.query(`select * from ${other}`)).rejects.toThrow(/permission denied/);
      await client.query('rollback');
    }
  });

  it('show no row without a scope', async () => {
    await client.query('begin');
    await client.query(
      `insert into tasks.task (id, organisation_id, title, recipients, filter_keywords, filter_mode)
       select gen_random_uuid(), gen_random_uuid(), 'a task', '{}', '{}', 'exclude'`,
    );
    await client.query('set local role leakwatch_tasks');
    expect((await client.query('select * from tasks.task')).rowCount).toBe(0);
    await client.query("select set_config('leakwatch.scope', 'staff', true)");
    expect((await client.query('select * from tasks.task')).rowCount).toBe(1);
    await client.query('rollback');
  });
});
