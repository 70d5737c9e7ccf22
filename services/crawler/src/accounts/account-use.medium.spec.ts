import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createLogger, openRedis, Unavailable } from '@leakwatch/platform';
import { openTestRedis } from '@leakwatch/testing';
import fc from 'fast-check';
import type { Redis } from 'ioredis';
import { AccountUse } from './account-use.ts';

let redis: Redis;
const logger = createLogger('test', 'silent');
beforeAll(async () => {
  redis = await openTestRedis();
});
afterAll(() => redis?.disconnect());

const HOUR = 3_600_000;

it('counts what the last 24 hours had, whatever was counted before', async () => {
  const step = fc.record({
    pause: fc.integer({ min: 0, max: 30 * HOUR }),
    used: fc.constantFrom('request', 'refusal'),
    times: fc.integer({ min: 1, max: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.integer({ min: 0, max: 30 * HOUR }), async (steps, rest) => {
      const [use, account, source] = [new AccountUse(redis, logger), randomUUID(), randomUUID()];
      let now = 1_700_000_000_000;
      use.clock = () => now;
      const counted: { readonly at: number; readonly used: string }[] = [];
      for (const { pause, used, times } of steps) {
        now += pause;
        for (let at = 0; at < times; at += 1) {
          use.count(used, source, account);
          counted.push({ at: now, used });
        }
      }
      now += rest;
      const hour = Math.floor(now / HOUR);
      const expected = (used: string) => counted.filter((one) => one.used === used && hour - Math.floor(one.at / HOUR) < 24).length;
      const [of] = await use.ofAccounts([account]);
      expect(of).toMatchObject({ requests: expected('request'), refusals: expected('refusal') });
      const last = counted.findLast(({ used }) => used === 'request');
      expect(of?.lastRequest).toEqual(last === undefined ? null : new Date(last.at));
      expect(await use.ofSources([source])).toEqual([of]);
    }),
    { numRuns: 40 },
  );
});

it('keeps a key of a fixed size that expires', async () => {
  const [use, account] = [new AccountUse(redis, logger), randomUUID()];
  let now = 1_700_000_000_000;
  use.clock = () => now;
  for (let hour = 0; hour < 100; hour += 1) {
    use.count('request', 'github', account);
    now += HOUR;
  }
  expect((await use.ofAccounts([account]))[0]?.requests).toBe(23);
  expect(await redis.hlen(`pool:use:account:${account}`)).toBe(24 * 3 + 1);
  expect(await redis.ttl(`pool:use:account:${account}`)).toBeGreaterThan(24 * 3600);
});

it('remembers the organisations that an account served, the newest twenty', async () => {
  const [use, account] = [new AccountUse(redis, logger), randomUUID()];
  const all = Array.from({ length: 25 }, () => randomUUID());
  for (const id of all) {
    use.served(account, [id]);
    await redis.ping();
  }
  use.served(account, []);
  const [served = []] = await use.organisationsOf([account]);
  expect(served).toHaveLength(20);
  expect(all).toEqual(expect.arrayContaining(served));
  expect(await use.organisationsOf([randomUUID()])).toEqual([[]]);
});

it('disturbs nothing while Redis is away', async () => {
  const away = openRedis('redis://127.0.0.1:1', logger);
  const use = new AccountUse(away, logger);
  expect(() => use.count('request', 'github', null)).not.toThrow();
  expect(() => use.served(randomUUID(), [randomUUID()])).not.toThrow();
  await expect(use.ofSources(['github'])).rejects.toBeInstanceOf(Unavailable);
  away.disconnect();
});
