import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { retention as admin } from '@leakwatch/admin/retention';
import { retention as crawler } from '@leakwatch/crawler/retention';
import { retention as events } from '@leakwatch/events/retention';
import { busRetention, databaseSettings, platformRetention, retentionRows, type ServiceRetention } from '@leakwatch/platform';
import { retention as reports } from '@leakwatch/reports/retention';
import { retention as tasks } from '@leakwatch/tasks/retention';
import { createTestDatabase, type TestDatabase } from '@leakwatch/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { ROOT } from './root.ts';

const HOURS = databaseSettings.shape.BUS_RETENTION_HOURS.parse(undefined);
const SERVICES: Readonly<Record<string, ServiceRetention>> = { admin, crawler, events, reports, tasks };
const SCHEMAS: Readonly<Record<string, ServiceRetention>> = {
  bus: busRetention,
  ...Object.fromEntries(Object.entries(SERVICES).map(([schema, tables]) => [schema, { ...platformRetention(HOURS), ...tables }])),
};

describe('retention', () => {
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

  it('is stated for every table of the migrated database, and for no other', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select table_schema || '.' || table_name as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    const stated = Object.entries(SCHEMAS).flatMap(([schema, tables]) => Object.keys(tables).map((table) => `${schema}.${table}`));
    expect(stated.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  });

  it('is in docs/retention.md as it is in the code', () => {
    const page = readFileSync(join(ROOT, 'docs/retention.md'), 'utf8');
    for (const [schema, tables] of Object.entries(SCHEMAS)) expect(page).toContain(retentionRows(schema, tables));
  });

  it.each(
    Object.entries(SCHEMAS).flatMap(([schema, tables]) =>
      Object.entries(tables).flatMap(([table, { over }]) => (over === undefined ? [] : [{ schema, table, over }])),
    ),
  )('the sweep of $schema.$table may select and delete what it looks for', async ({ schema, table, over }) => {
    await client.query('begin');
    await client.query(`set local role leakwatch_${schema}`);
    await client.query(`select set_config('leakwatch.scope', 'scheduler', true)`);
    await client.query(
      `delete from ${schema}.${table} where ctid = any (array(select ctid from ${schema}.${table} where ${over} for update skip locked))`,
    );
    const { rows } = await client.query<{ secured: boolean; seen: boolean }>(
      `select relrowsecurity as secured, exists (select from pg_policies where schemaname = $1 and tablename = $2 and policyname = 'scheduler_rows') as seen
       from pg_class where oid = ($1 || '.' || $2)::regclass`,
      [schema, table],
    );
    expect(rows[0]?.secured === false || rows[0]?.seen).toBe(true);
    await client.query('rollback');
  });
});
