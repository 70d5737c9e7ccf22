import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { technicalFactsV1, type TechnicalFact } from '@leakwatch/contracts';
import {
  createLogger,
  type Bus,
  CONSUMER,
  Database,
  databaseSettings,
  openBus,
  outgoing,
  loadSettings,
  rows,
  sql,
} from '@leakwatch/platform';
import { createTestDatabase, type TestDatabase, waitUntil } from '@leakwatch/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { z } from 'zod';
import { ROOT } from './root.ts';

const message = { topic: 'ops-test.v1', schema: z.object({ n: z.number() }), keyOf: () => 'a' };
const SECRET = 'what-was-found-in-the-document';

let created: TestDatabase;
let database: Database;
let bus: Bus;
let home: string;
let cured = false;
const seen: number[] = [];
const told: string[] = [];
const fact: TechnicalFact = {
  organisation_id: randomUUID(),
  cause: 'source:x',
  state: 'begun',
  kind: 'source_failing',
  at: '2026-11-20T10:00:00.000Z',
  task: null,
  source_type: 'git_repo',
  repository: null,
  error_code: null,
};

beforeAll(async () => {
  created = await createTestDatabase();
  home = mkdtempSync(join(tmpdir(), 'leakwatch-ops-'));
  database = await Database.open({ url: created.url, service: 'events', pool: 2 });
  bus = await openBus(loadSettings(databaseSettings, { BUS_MAX_ATTEMPTS: '2', DATABASE_URL: created.url }), createLogger('test', 'silent'));
  await bus.consume({
    group: 'events',
    message,
    handle: async (batch) => {
      if (!cured) throw new Error(`cannot digest\n${SECRET}`);
      seen.push(...batch.map(({ payload }) => payload.n));
    },
  });
  await bus.consume({
    group: 'admin',
    message: technicalFactsV1,
    handle: async (batch) => {
      if (!cured) throw new Error('cannot note');
      told.push(...batch.map(({ payload }) => payload.cause));
    },
  });
  await database.inScope(CONSUMER, (em) =>
    bus.publish(em, [...[1, 2].map((n) => outgoing(message, { n })), outgoing(technicalFactsV1, fact)]),
  );
  await waitUntil('two dead letters', async () => (await bus.deadLetters('events')).length === 2);
  await waitUntil('one of admin', async () => (await bus.deadLetters('admin')).length === 1);
});
afterAll(async () => {
  await bus.close();
  await database.close();
  await created.drop();
  rmSync(home, { recursive: true, force: true });
});

/** Runs the program as `npm run ops --` does. */
const ops = (args: readonly string[], env: NodeJS.ProcessEnv = { DATABASE_URL: created.url }) =>
  new Promise<{ code: number; out: string; error: string }>((resolve) => {
    const options = { env: { PATH: process.env['PATH'], LEAKWATCH_HOME: home, ...env } };
    execFile(process.execPath, [join(ROOT, 'dist', 'ops.js'), ...args], options, (error, out, said) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, error: said }),
    );
  });

describe('npm run ops', () => {
  it('lists dead letters with their reason and without their content, and shows the lag', async () => {
    const { code, out } = await ops(['dead-letters']);
    expect(code).toBe(0);
    expect(out.match(/events {2}[0-9a-f-]{36} {2}ops-test\.v1 {2}2 tries {2}Error: cannot digest$/gm)).toHaveLength(2);
    expect(out).not.toContain(SECRET);
    expect((await ops(['lag', 'events'])).out).toBe('events  0\n');
    expect(out).toMatch(/^admin {2}[0-9a-f-]{36} {2}technical-facts\.v1 {2}2 tries {2}Error: cannot note$/m);
    expect((await ops(['lag'])).out).toBe('admin  0\nevents  0\n');
  });

  it('keeps dead letters of a topic that nobody reads for the group any more', async () => {
    const client = new pg.Client({ connectionString: created.url });
    await client.connect();
    const seenAt = (interval: string) =>
      client.query(`update bus.reading set seen_at = now() - $1::interval where topic = $2`, [interval, message.topic]);
    await seenAt('1 hour');
    expect(await ops(['replay-dead-letters', 'events'])).toMatchObject({
      code: 1,
      out: '',
      error: expect.stringContaining('2 dead letters of events stay: no process of events reads their topics now.'),
    });
    expect(await bus.deadLetters('events')).toHaveLength(2);
    await seenAt('0 seconds');
    await client.end();
  });

  it('replays one by its id, then the rest, of an installation that runs from a folder', async () => {
    cured = true;
    writeFileSync(join(home, 'running.json'), JSON.stringify({ databaseUrl: created.url, redisUrl: 'redis://127.0.0.1:9' }));
    const [first] = await bus.deadLetters('events');
    expect(await ops(['replay-dead-letters', 'events', first?.id ?? ''], {})).toMatchObject({
      code: 0,
      out: '1 dead letters of events are delivered again.\n',
    });
    await waitUntil('the first', async () => seen.length === 1);
    expect((await ops(['replay-dead-letters', 'events'], {})).out).toBe('1 dead letters of events are delivered again.\n');
    await waitUntil('the other', async () => seen.length === 2);
    expect([...seen].sort()).toEqual([1, 2]);
    expect((await ops(['replay-dead-letters', 'admin'], {})).out).toBe('1 dead letters of admin are delivered again.\n');
    await waitUntil('the technical fact', async () => told.length === 1);
    expect((await ops(['dead-letters'])).out).toBe('No dead letters.\n');
  });

  it.each([
    [[], 'Usage: npm run ops -- <command>'],
    [['dance'], 'Usage: npm run ops -- <command>'],
    [['rotate-keys', '--finished'], '--finished is no argument of it: npm run ops -- rotate-keys [--finish]'],
    [['replay-dead-letters'], 'Name the group: npm run ops -- replay-dead-letters <group> [id ...]'],
    [['replay-dead-letters', 'nobody'], 'There is no group nobody: it is one of admin, events.'],
    [['replay-dead-letters', 'events', "'; drop"], "'; drop is no id of a dead letter"],
  ])('says what is wrong with %j', async (args, line) => {
    const { code, error } = await ops(args);
    expect({ code, error }).toEqual({ code: 1, error: expect.stringContaining(line) });
  });

  it('forgets which keys the services were started with', async () => {
    const keys = (statement: string) => database.inScope(CONSUMER, (em) => rows(em, sql`${sql.raw(statement)}`));
    await keys(`insert into events.known_key (setting, version, fingerprint) values ('LOST', 1, 'x')`);
    expect(await ops(['forget-keys'])).toMatchObject({ code: 0, out: expect.stringContaining('cannot be read without them') });
    expect(await keys('select 1 from events.known_key')).toEqual([]);
  });

  it('says when nothing runs from the folder', async () => {
    const { code, error } = await ops(['lag'], { LEAKWATCH_HOME: join(home, 'empty') });
    expect({ code, error }).toEqual({ code: 1, error: expect.stringContaining('Leakwatch does not run from') });
  });
});
