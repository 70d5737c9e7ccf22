import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { freePorts, startRedis } from '@leakwatch/local';
import { testStack, waitUntil } from '@leakwatch/testing';
import { Redis } from 'ioredis';
import { createLogger } from '../logging/logger.ts';
import { LIVE_LENGTH, LIVE_STREAM } from './live.port.ts';
import { MISSED_MAX, RedisLiveFeed } from './redis-live-feed.ts';
import { RedisLiveNotifier } from './redis-live-notifier.ts';

const logger = createLogger('test', 'silent');

let folder: string;
let port: number;
let server: Awaited<ReturnType<typeof startRedis>>;
let told: string[];
let lost: number;
const closing: { close(): Promise<void> }[] = [];

const start = () =>
  startRedis({
    folder: join(folder, 'redis'),
    toolsFolder: process.env['LEAKWATCH_TOOLS'] ?? join(testStack().folder, 'tools'),
    port,
    password: 'test',
    logFile: join(folder, 'redis.log'),
  });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leakwatch-live-'));
  [port = 0] = await freePorts(1);
  [told, lost] = [[], 0];
  server = await start();
});
afterEach(async () => {
  await Promise.all(closing.splice(0).map((one) => one.close()));
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function follow(): Promise<RedisLiveFeed> {
  const feed = new RedisLiveFeed(server.url, logger, {
    hint: ({ organisation, topics }) => void told.push(`${organisation}: ${topics.join()}`),
    lost: () => {
      lost += 1;
    },
  });
  closing.push(feed);
  feed.start();
  await waitUntil('the feed to be there', async () => feed.position !== null);
  return feed;
}
function speak(): RedisLiveNotifier {
  const notifier = new RedisLiveNotifier(server.url, logger);
  closing.push(notifier);
  return notifier;
}
const untilTold = (line: string) => waitUntil(line, async () => told.includes(line));

async function withRedis<T>(work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(server.url);
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}

describe('hints through Redis', () => {
  it('reach every follower, several of one moment as one', async () => {
    await Promise.all([follow(), follow()]);
    const notifier = speak();
    for (let n = 0; n < 50; n += 1) notifier.notify(['ours'], ['events']);
    notifier.notify(['ours'], ['tasks']);
    notifier.notify(['theirs'], ['tasks']);
    await waitUntil('both to hear of theirs', async () => told.filter((line) => line === 'theirs: tasks').length === 2);
    const ours = told.filter((line) => line.startsWith('ours'));
    // The first goes at once, the others together behind it.
    expect(ours.sort()).toEqual(['ours: events', 'ours: events', 'ours: events,tasks', 'ours: events,tasks'].sort());
  });

  it('resume after Redis was unavailable: hints published meanwhile arrive, and none is reported as lost', async () => {
    const feed = await follow();
    const notifier = speak();
    notifier.notify(['ours'], ['events']);
    await untilTold('ours: events');
    const before = lost;
    const at = feed.position ?? '';
    await server.stop();
    for (let n = 0; n < 1_000; n += 1) notifier.notify(['ours'], ['tasks']);
    await expect(feed.since(at)).rejects.toThrow(/stream isn't writeable|connection is closed/i);
    server = await start();
    await untilTold('ours: tasks');
    notifier.notify(['ours'], ['settings']);
    // The hints that waited may go into one entry with it.
    await waitUntil('settings', async () => told.some((line) => line.endsWith('settings')));
    expect(lost).toBe(before);
    expect((await feed.since(at))?.map((hint) => hint.topics.join())).toEqual(told.slice(1).map((line) => line.replace('ours: ', '')));
  });

  it('report a loss when Redis restarts without the hints', async () => {
    const feed = await follow();
    speak().notify(['ours'], ['events']);
    await untilTold('ours: events');
    const [before, at] = [lost, feed.position ?? ''];
    await server.stop();
    rmSync(join(folder, 'redis'), { recursive: true, force: true });
    server = await start();
    await waitUntil('the loss to be noticed', async () => lost > before);
    expect(await feed.since(at)).toBeNull();
    speak().notify(['ours'], ['notifications']);
    await untilTold('ours: notifications');
  });

  it('say that something was lost when it was cut off before a follower came back to it', async () => {
    const feed = await follow();
    speak().notify(['ours'], ['events']);
    await untilTold('ours: events');
    const at = feed.position ?? '';
    expect(await feed.since(at)).toEqual([]);
    await withRedis(async (redis) => {
      await redis.xadd(LIVE_STREAM, '*', 'organisation', 'ours', 'topics', 'tasks');
      await redis.xtrim(LIVE_STREAM, 'MAXLEN', 1);
    });
    expect(await feed.since(at)).toBeNull();
  });

  it('are not looked through when there are too many, and the stream keeps its length', async () => {
    const feed = await follow();
    const at = feed.position ?? '';
    await withRedis(async (redis) => {
      await redis.xadd(LIVE_STREAM, '*', 'organisation', 'ours', 'topics', 'tasks');
      const first = (await redis.xrange(LIVE_STREAM, '-', '+'))[0]?.[0] ?? '';
      for (let batch = 0; batch < 12; batch += 1) {
        const pipeline = redis.pipeline();
        for (let n = 0; n < MISSED_MAX; n += 1) pipeline.xadd(LIVE_STREAM, '*', 'organisation', 'theirs', 'topics', 'tasks');
        await pipeline.exec();
      }
      expect(await feed.since(first)).toBeNull();
      speak().notify(['ours'], ['events']);
      await untilTold('ours: events');
      const length = await redis.xlen(LIVE_STREAM);
      expect(length).toBeGreaterThanOrEqual(LIVE_LENGTH);
      expect(length).toBeLessThan(LIVE_LENGTH + 1_000);
    });
    expect(await feed.since(at)).toBeNull();
  });
});
