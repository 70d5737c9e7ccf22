import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { epochKey, liveUpdates, sessionCookie, sessionKey, type SessionRecord } from '@leakwatch/contracts';
import { freePorts, startRedis } from '@leakwatch/local';
import { buildEdge, createLogger, openEdgeFoundation, RedisLiveNotifier, sha256Hex } from '@leakwatch/platform';
import { createTestEnvironment, type TestEnvironment, testStack, waitUntil } from '@leakwatch/testing';
import { Redis } from 'ioredis';
import { gatewayService } from '../service.ts';

const TOKEN = 'a token of tests';
const [account, organisation] = [randomUUID(), randomUUID()];

let folder: string;
let port: number;
let redis: Awaited<ReturnType<typeof startRedis>>;
let environment: TestEnvironment;
let app: Awaited<ReturnType<typeof buildEdge>>;
let url: string;
let notifier: RedisLiveNotifier;

const start = () =>
  startRedis({
    folder: join(folder, 'redis'),
    toolsFolder: process.env['LEAKWATCH_TOOLS'] ?? join(testStack().folder, 'tools'),
    port,
    password: 'test',
    logFile: join(folder, 'redis.log'),
  });

/** As admin does at a sign-in. */
async function signIn(): Promise<void> {
  const record: SessionRecord = {
    account: { id: account, username: 'ann' },
    organisation,
    staff: false,
    pending: false,
    locale: 'en',
    epoch: 1,
    created: Math.floor(Date.now() / 1000),
  };
  const client = new Redis(redis.url);
  await client.set(epochKey(account), '1');
  await client.set(sessionKey(sha256Hex(TOKEN)), JSON.stringify(record));
  client.disconnect();
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leakwatch-streams-'));
  [port = 0] = await freePorts(1);
  redis = await start();
  environment = await createTestEnvironment({ REDIS_URL: redis.url });
  app = await buildEdge(gatewayService, openEdgeFoundation(gatewayService, environment.env));
  await app.listen(0, '127.0.0.1');
  url = await app.getUrl();
  notifier = new RedisLiveNotifier(redis.url, createLogger('test', 'silent'));
  await signIn();
});
afterAll(async () => {
  await notifier.close();
  // A gateway stops also while Redis is away.
  await redis.stop();
  await app.close();
  await environment.drop();
  rmSync(folder, { recursive: true, force: true });
});

const open = () => fetch(new URL(liveUpdates.path, url), { headers: { cookie: `${sessionCookie(false)}=${TOKEN}` } });

it('a stream stays open while Redis is away, then sends what was published meanwhile, and ends when Redis has lost the session', async () => {
  const response = await waitUntil('Redis to be reached', async () => {
    const answer = await open();
    return answer.ok && answer;
  });
  let [text, ended] = ['', false];
  const reading = (async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString();
    ended = true;
  })();
  notifier.notify([organisation], ['events']);
  await waitUntil('a hint', async () => text.includes('"events"'));
  await redis.stop();
  notifier.notify([organisation], ['tasks']);
  // Who comes now is refused as for any call, in words that say to come again.
  expect((await open()).status).toBe(503);
  redis = await start();
  await waitUntil('the hint of that time', async () => text.includes('"tasks"'));
  expect(ended).toBe(false);
  expect(text).not.toContain('event: reset');
  await redis.stop();
  rmSync(join(folder, 'redis'), { recursive: true, force: true });
  redis = await start();
  await reading;
  expect((await open()).status).toBe(401);
});
