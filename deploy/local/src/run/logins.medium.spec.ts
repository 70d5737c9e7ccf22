import { randomUUID } from 'node:crypto';
import { loginUrl, openBus, createLogger, databaseSettings, loadSettings } from '@leakwatch/platform';
import { createTestDatabase, type TestDatabase, testStack } from '@leakwatch/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { migrateAll } from './migrate.ts';
import { DATABASE_SERVICES } from './service-names.ts';

const PASSWORDS = new Map(DATABASE_SERVICES.map((service) => [service, `password-of-${service}`] as const));

let created: TestDatabase;
beforeAll(async () => {
  created = await createTestDatabase();
  await migrateAll(created.url, PASSWORDS);
});
afterAll(async () => {
  const client = new pg.Client({ connectionString: testStack().databaseUrl });
  await client.connect();
  const name = new URL(created.url).pathname.slice(1);
  await created.drop();
  for (const service of DATABASE_SERVICES) await client.query(`drop role "${service}_of_${name}"`);
  await client.end();
});

async function as(service: string, password: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: loginUrl(created.url, service, password) });
  await client.connect();
  return client;
}

describe('the login of a service', () => {
  it.each(DATABASE_SERVICES)('%s works in its own schema only, and in no row without a scope', async (service) => {
    const client = await as(service, `password-of-${service}`);
    try {
      await expect(client.query(`select * from ${service}.migration`)).rejects.toThrow(/permission denied/);
      await client.query(`set role leakwatch_${service}`);
      for (const other of DATABASE_SERVICES) {
        const read = client.query(`select * from ${other}.migration`);
        if (other === service) await read;
        else await expect(read).rejects.toThrow(/permission denied/);
      }
      for (const other of DATABASE_SERVICES.filter((name) => name !== service))
        await expect(client.query(`set role leakwatch_${other}`)).rejects.toThrow(/permission denied/);
    } finally {
      await client.end();
    }
  });

  it('creates no roles, databases or tables, and changes no policy', async () => {
    const client = await as('events', 'password-of-events');
    try {
      for (const role of ['none', 'leakwatch_events', 'leakwatch_bus']) {
        await client.query(`set role ${role}`);
        for (const statement of [
          'create role intruder',
          'create database intruder',
          'create table events.intruder ()',
          'create table bus.intruder ()',
          'alter table events.event disable row level security',
          'drop policy bus_rows on bus.message',
        ])
          await expect(client.query(statement)).rejects.toThrow(/permission denied|must be owner/);
      }
    } finally {
      await client.end();
    }
  });

  it('carries the bus', async () => {
    const url = loginUrl(created.url, 'reports', 'password-of-reports');
    const bus = await openBus(loadSettings(databaseSettings, { DATABASE_URL: url }), createLogger('test', 'silent'));
    expect(await bus.groups()).toEqual([]);
    await bus.close();
  });

  it('gets a new password from the next migration', async () => {
    await migrateAll(created.url, new Map([['tasks', 'another-password']]));
    await expect(as('tasks', 'password-of-tasks')).rejects.toThrow(/password authentication failed/);
    await (await as('tasks', 'another-password')).end();
    await migrateAll(created.url, PASSWORDS);
    await (await as('tasks', 'password-of-tasks')).end();
  });
});

/** Of two organisations with the same text: how many events one of them finds through the index, as the login of the service. */
async function textsFound(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`begin; set local role leakwatch_events; select set_config('leakwatch.scope', 'consumer', true)`);
    const organisations = [randomUUID(), randomUUID()];
    await client.query(
      `insert into events.event (id, organisation_id, task_id, source_type, language, pattern_text, owner, container_title, status, pattern_kind,
          container_key, container_url, path, file_url, lines_hash, filter_keywords, line, excerpt, document_version, last_seen)
        select gen_random_uuid(), o, o, 'github', '', 'p', 'o', 'r', 'open', 'keyword', 'k', '', 'src/Key', '', '', '{}', 1, '{}', 'v', now()
        from unnest($1::uuid[]) o`,
      [organisations],
    );
    await client.query(
      `insert into events.event_text (event_id, organisation_id, content, path, owner) select id, organisation_id, '', lower(path), owner from events.event`,
    );
    await client.query(`select set_config('leakwatch.scope', 'organisation', true), set_config('leakwatch.organisation', $1, true)`, [
      organisations[0],
    ]);
    const found = await client.query(`select events.events_with_text('path', 'RC/k', null, null)`);
    await client.query('rollback');
    return found.rowCount ?? 0;
  } finally {
    await client.end();
  }
}

it('an owner who is no superuser migrates an empty database', async () => {
  const name = `owned_${randomUUID().replaceAll('-', '').slice(0, 20)}`;
  const superuser = new pg.Client({ connectionString: testStack().databaseUrl });
  await superuser.connect();
  const roles = ['bus', ...DATABASE_SERVICES].map((service) => `leakwatch_${service}`);
  try {
    await superuser.query(`create role ${name} login createrole password 'of-the-owner'`);
    await superuser.query(`create database ${name} owner ${name}`);
    // The roles are there already, because other databases of this server have them.
    for (const role of roles) await superuser.query(`grant ${role} to ${name} with admin option`);
    const url = new URL(testStack().databaseUrl);
    [url.username, url.password, url.pathname] = [name, 'of-the-owner', `/${name}`];
    expect((await migrateAll(url.href, PASSWORDS)).length).toBeGreaterThan(50);
    expect(await textsFound(loginUrl(url.href, 'events', PASSWORDS.get('events') ?? ''))).toBe(1);
  } finally {
    await superuser.query(`drop database if exists ${name} with (force)`);
    for (const service of DATABASE_SERVICES) await superuser.query(`drop role if exists "${service}_of_${name}"`);
    await superuser.query(`drop role ${name}`);
    await superuser.end();
  }
});
