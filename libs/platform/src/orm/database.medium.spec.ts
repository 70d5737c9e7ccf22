import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase } from '@leakwatch/testing';
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

  it('begins again on a new connection when the idle one has died', async () => {
    await database.inScope(CONSUMER, (em) => row(em, one));
    await endConnections();
    expect(await database.inScope(CONSUMER, (em) => row(em, one))).toEqual({ one: 1 });
  });
});
