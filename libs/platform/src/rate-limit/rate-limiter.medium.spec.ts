import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openTestRedis } from '@leakwatch/testing';
import type { Redis } from 'ioredis';
import { LeakwatchError } from '../errors/leakwatch-error.ts';
import { createLogger } from '../logging/logger.ts';
import { openRedis } from '../queue/redis.ts';
import { RateLimiter } from './rate-limiter.ts';

const LIMIT = { name: 'test', attempts: 3, seconds: 60 } as const;
const AT_ONCE = 20;

let redis: Redis;
let limiter: RateLimiter;

beforeAll(async () => {
  redis = await openTestRedis();
  limiter = new RateLimiter(redis);
});
afterAll(() => redis.disconnect());

describe('a rate limit', () => {
  it('allows so many attempts, also of many at once, and says how long to wait', async () => {
    const attempts = await Promise.all(Array.from({ length: AT_ONCE }, () => limiter.take(LIMIT, 'many')));
    expect(attempts.filter(({ allowed }) => allowed)).toHaveLength(LIMIT.attempts);
    for (const { secondsLeft } of attempts) {
      expect(secondsLeft).toBeGreaterThan(0);
      expect(secondsLeft).toBeLessThanOrEqual(LIMIT.seconds);
    }
  });

  it('refuses with the code and the seconds that are left', async () => {
    for (let at = 0; at < LIMIT.attempts; at += 1) await limiter.require(LIMIT, 'one');
    const refused = limiter.require(LIMIT, 'one');
    await expect(refused).rejects.toMatchObject({ code: 'too_many_requests', status: 429, details: { seconds: expect.any(Number) } });
  });

  it('counts each name and each subject separately, and stores no subject in clear', async () => {
    await limiter.require({ ...LIMIT, name: 'other' }, 'one');
    await limiter.require(LIMIT, 'two');
    const keys = await redis.keys('rate:*');
    expect(keys.length).toBeGreaterThan(2);
    expect(keys.filter((key) => /one|two|many/.test(key))).toEqual([]);
  });

  it('takes an attempt back and forgets all of them', async () => {
    for (let at = 0; at < LIMIT.attempts; at += 1) await limiter.require(LIMIT, 'back');
    await limiter.giveBack(LIMIT, 'back');
    await limiter.require(LIMIT, 'back');
    expect((await limiter.take(LIMIT, 'back')).allowed).toBe(false);
    await limiter.reset([LIMIT], 'back');
    expect((await limiter.take(LIMIT, 'back')).allowed).toBe(true);
  });

  it('allows no attempt while Redis is unavailable', async () => {
    const away = openRedis('redis://127.0.0.1:1', createLogger('test', 'silent'));
    const failure = await new RateLimiter(away).take(LIMIT, 'one').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(LeakwatchError);
    expect(failure).toMatchObject({ status: 503 });
    away.disconnect();
  });
});
