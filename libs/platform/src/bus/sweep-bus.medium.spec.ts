import { createTestDatabase, type TestDatabase } from '@leakwatch/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import pg from 'pg';
import { createLogger } from '../logging/logger.ts';
import { DEAD_LETTER_DAYS, RELAY_GROUP, sweepBus } from './sweep-bus.ts';

const RETENTION_HOURS = 48;
let created: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  created = await createTestDatabase();
  pool = new pg.Pool({ connectionString: created.url, max: 4 });
  // `end` does not wait until the server has noticed, and dropping the database ends what is left.
  pool.on('error', () => undefined);
});
afterAll(async () => {
  await pool.end();
  await created.drop();
});
beforeEach(() => pool.query('truncate bus.message, bus.consumer, bus.dead_letter, bus.large_payload'));

const sweep = (carrier: 'postgresql' | 'kafka' = 'postgresql') =>
  sweepBus(pool, { logger: createLogger('test', 'silent'), retentionHours: RETENTION_HOURS, carrier });
/** Messages of one partition, as old as that. */
const addMessages = (count: number, hours: number) =>
  pool.query(
    `insert into bus.message (id, topic, partition, key, payload, published_at)
     select gen_random_uuid(), 't', 0, 'k', '{}', now() - make_interval(hours => $2) from generate_series(1, $1)`,
    [count, hours],
  );
const addGroup = (group: string, behind: number) =>
  pool.query(
    `insert into bus.consumer (group_name, topic, partition, position) select $1, 't', 0, coalesce(max(position), 0) - $2 from bus.message`,
    [group, behind],
  );
const count = async (table: string) => Number((await pool.query(`select count(*) as n from bus.${table}`)).rows[0].n);

it('deletes the messages that every group has acknowledged and that are old, also more than a page of them', async () => {
  await addMessages(5_000, RETENTION_HOURS + 1);
  await addGroup('done', 0);
  await addGroup('slow', 3);
  await addMessages(7, 1);
  await sweep();
  expect(await count('message')).toBe(3 + 7);
});

it('a relay that was left when the installation left Kafka does not hold the log', async () => {
  await addMessages(10, RETENTION_HOURS + 1);
  await addGroup('done', 0);
  await addGroup(RELAY_GROUP, 10);
  await sweep('kafka');
  expect({ messages: await count('message'), groups: await count('consumer') }).toEqual({ messages: 10, groups: 2 });
  await sweep();
  expect({ messages: await count('message'), groups: await count('consumer') }).toEqual({ messages: 0, groups: 1 });
});

it.each(['postgresql', 'kafka'] as const)('deletes old dead letters and payloads that no message refers to, with %s', async (carrier) => {
  for (const days of [DEAD_LETTER_DAYS - 1, DEAD_LETTER_DAYS + 1])
    await pool.query(
      `insert into bus.dead_letter (id, group_name, topic, partition, key, payload, reason, attempts, died_at)
       values (gen_random_uuid(), 'g', 't', 0, 'k', '{}', 'r', 5, now() - make_interval(days => $1))`,
      [days],
    );
  for (const hours of [RETENTION_HOURS, RETENTION_HOURS + 25])
    await pool.query(
      `insert into bus.large_payload (id, payload, kept_at) values (gen_random_uuid(), '{}', now() - make_interval(hours => $1))`,
      [hours],
    );
  await sweep(carrier);
  expect({ dead: await count('dead_letter'), payloads: await count('large_payload') }).toEqual({ dead: 1, payloads: 1 });
});

it('several processes that sweep at once delete each row once', async () => {
  await addMessages(6_000, RETENTION_HOURS + 1);
  await addGroup('done', 0);
  await Promise.all([sweep(), sweep(), sweep()]);
  await sweep();
  expect(await count('message')).toBe(0);
});
