import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createTestDatabase, waitUntil } from '@leakwatch/testing';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { isTransient } from '../errors/transient.ts';
import { Database, row } from './database.ts';
import { CONSUMER } from './scope.ts';

const POOL = 3;
const one: RawBuilder<{ one: number }> = sql`select 1 as one`;

describe('Database', () => {
  let created: Awaited<ReturnType<typeof createTestDatabase>>;
  let database: Database;
  let administrator: pg.Client;

  beforeAll(async () => {
    created = await createTestDatabase();
    database = await Database.open({ url: created.url, service: 'events', pool: POOL });
    administrator = new pg.Client({ connectionString: created.url });
    await administrator.connect();
  });
  afterAll(async () => {
    await administrator.end();
    await database.close();
    await created.drop();
  });

  const endConnections = () =>
    administrator.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );

  it('keeps its connections through more restarts of the server than it has', async () => {
    for (let restart = 0; restart < POOL + 1; restart += 1) {
      const during = Array.from({ length: POOL }, () =>
        database.inScope(CONSUMER, (em) => row(em, sql<{ one: number }>`select 1 as one, pg_sleep(0.05)`)),
      );
      await endConnections();
      await Promise.allSettled(during);
    }
    const after = await Promise.all(Array.from({ length: POOL * 4 }, () => database.inScope(CONSUMER, (em) => row(em, one))));
    expect(after).toEqual(Array(POOL * 4).fill({ one: 1 }));
  });

  it('closes while its first connection is being made', async () => {
    for (let pause = 0; pause < 20; pause += 1) {
      const beginning = await Database.open({ url: created.url, service: 'events', pool: POOL });
      const asked = beginning.inScope(CONSUMER, (em) => row(em, one)).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, pause));
      await beginning.close();
      await asked;
    }
  });

  it('does not repeat a transaction that had begun', async () => {
    let runs = 0;
    const error: unknown = await database
      .inScope(CONSUMER, async (em) => {
        runs += 1;
        await endConnections();
        await row(em, one);
      })
      .catch((thrown: unknown) => thrown);
    expect(isTransient(error)).toBe(true);
    expect(runs).toBe(1);
  });

  it.each(['40001', '40P01'])('repeats a transaction that PostgreSQL rolled back with %s, a few times', async (code) => {
    const fails = sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`);
    let runs = 0;
    const failing = (times: number) =>
      database.inScope(CONSUMER, async (em) => {
        runs += 1;
        if (runs <= times) await row(em, fails);
        return runs;
      });
    expect(await failing(2)).toBe(3);
    runs = 0;
    await expect(failing(Number.POSITIVE_INFINITY)).rejects.toMatchObject({ code });
    expect(runs).toBe(4);
  });

  it('repeats one of two transactions that deadlock', async () => {
    await administrator.query('create table events.locked (id int primary key, n int default 0)');
    await administrator.query('insert into events.locked values (1), (2)');
    await administrator.query('grant all on events.locked to leakwatch_events');
    let runs = 0;
    const lockBoth = (first: number, second: number) =>
      database.inScope(CONSUMER, async (em) => {
        runs += 1;
        await row(em, sql`update events.locked set n = n + 1 where id = ${first}`);
        await row(em, sql`select pg_sleep(0.3)`);
        await row(em, sql`update events.locked set n = n + 1 where id = ${second}`);
      });
    await Promise.all([lockBoth(1, 2), lockBoth(2, 1)]);
    const { rows: counted } = await administrator.query('select n from events.locked order by id');
    expect(counted).toEqual([{ n: 2 }, { n: 2 }]);
    // The repeated one may meet the other again.
    expect(runs).toBeGreaterThan(2);
  });

  it('gives a transaction its role and scope, which end with it and do not outlive a rollback', async () => {
    const scopeNow = sql<{
      role: string;
      scope: string;
    }>`select current_user::text as role, current_setting('leakwatch.scope', true) as scope`;
    const single = await Database.open({ url: created.url, service: 'events', pool: 1 });
    try {
      const inside = { role: 'leakwatch_events', scope: 'consumer' };
      expect(await single.inScope(CONSUMER, (em) => row(em, scopeNow))).toEqual(inside);
      await expect(single.inScope(CONSUMER, (em) => row(em, sql`select 1 / 0`))).rejects.toMatchObject({ code: '22012' });
      const outside = await single.orm.em
        .getConnection()
        .execute(`select current_user::text as role, session_user::text as owner, current_setting('leakwatch.scope', true) as scope`);
      const owner = new URL(created.url).username;
      expect(outside).toEqual([{ role: owner, owner, scope: '' }]);
      expect(await single.inScope(CONSUMER, (em) => row(em, scopeNow))).toEqual(inside);
    } finally {
      await single.close();
    }
  });

  it('begins in the same round trip', async () => {
    const sent = jest.spyOn(pg.Client.prototype, 'query');
    try {
      await database.inScope(CONSUMER, (em) => row(em, one));
      expect(sent.mock.calls.map(([text]) => text)).toEqual([
        expect.stringMatching(/^begin; select set_config\(/),
        'select 1 as one',
        'commit',
      ]);
    } finally {
      sent.mockRestore();
    }
  });

  it('begins a transaction without a scope too, and rolls it back', async () => {
    await administrator.query('create table events.scopeless (id int)');
    const { orm } = database;
    const insert = (id: number, fails: boolean) =>
      orm.em.fork().transactional(async (em) => {
        await em.getConnection().execute(`insert into events.scopeless values (${id})`, [], 'run', em.getTransactionContext());
        if (fails) throw new Error('rolled back');
      });
    await insert(1, false);
    await expect(insert(2, true)).rejects.toThrow('rolled back');
    expect((await administrator.query('select id from events.scopeless')).rows).toEqual([{ id: 1 }]);
  });

  it('reads with the role and the scope of the caller, and refuses to write', async () => {
    const asked = sql<{ role: string; scope: string }>`select current_user as role, current_setting('leakwatch.scope') as scope`;
    expect(await database.read(CONSUMER, (em) => row(em, asked))).toEqual({ role: 'leakwatch_events', scope: 'consumer' });
    await expect(database.read(CONSUMER, (em) => row(em, sql`create table events.made (id int)`))).rejects.toThrow(/read-only transaction/);
  });

  it('does not leave a read open on the connections that later transactions get', async () => {
    const read = () => database.read(CONSUMER, (em) => row(em, sql<{ on: string }>`select current_setting('transaction_read_only') as on`));
    const write = () =>
      database.inScope(CONSUMER, (em) => row(em, sql<{ on: string }>`select current_setting('transaction_read_only') as on`));
    const mixed = await Promise.all(Array.from({ length: POOL * 20 }, (_, index) => (index % 2 === 0 ? read() : write())));
    expect(mixed.map((found) => found?.on)).toEqual(Array.from({ length: POOL * 20 }, (_, index) => (index % 2 === 0 ? 'on' : 'off')));
    const open = `select count(*)::int as count from pg_stat_activity where datname = current_database() and state like 'idle in%'`;
    await waitUntil('the end of all transactions', async () => (await administrator.query<{ count: number }>(open)).rows[0]?.count === 0);
  });

  it('sends the first statement of a read right behind its begin', async () => {
    const sent: string[] = [];
    const { query } = pg.Client.prototype;
    const recording = jest.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
      const answer: unknown = Reflect.apply(query, this, args);
      const name = String(args[0]).split(/[ ;]/)[0] ?? '';
      sent.push(name);
      if (answer instanceof Promise) void answer.then(() => sent.push(`${name} answered`));
      return answer;
    });
    try {
      await database.read(CONSUMER, (em) => row(em, one));
      await waitUntil('the end of the read', async () => sent.includes('commit answered'));
    } finally {
      recording.mockRestore();
    }
    expect(sent).toEqual(['begin', 'select', 'begin answered', 'select answered', 'commit', 'commit answered']);
  });

  it('throws the error of its begin for a read', async () => {
    const other = await Database.open({ url: created.url, service: 'nobody_has_this', pool: 1 });
    try {
      await expect(other.read(CONSUMER, (em) => row(em, one))).rejects.toThrow(/role "leakwatch_nobody_has_this" does not exist/);
    } finally {
      await other.close();
    }
  });

  it('answers a read whose connection dies at its end, and replaces the connection', async () => {
    for (let round = 0; round < POOL + 1; round += 1) {
      expect(await database.read(CONSUMER, (em) => row(em, one))).toEqual({ one: 1 });
      await endConnections();
    }
    expect(await database.read(CONSUMER, (em) => row(em, one))).toEqual({ one: 1 });
  });

  it('begins again on a new connection when the idle one has died', async () => {
    await database.inScope(CONSUMER, (em) => row(em, one));
    await endConnections();
    expect(await database.inScope(CONSUMER, (em) => row(em, one))).toEqual({ one: 1 });
  });
});
