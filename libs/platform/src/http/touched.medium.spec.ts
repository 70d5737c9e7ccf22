import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openTestRedis } from '@leakwatch/testing';
import type { Redis } from 'ioredis';
import { readTouched, writeTouched } from './touched.ts';

/** Answers have 16 KB of headers. */
const HEADER_BYTES = 8_000;
let redis: Redis;
beforeAll(async () => {
  redis = await openTestRedis();
});
afterAll(() => redis.disconnect());

describe('the organisations of an answer', () => {
  it.each([1, 20, 21, 100, 101, 1000])('reach the gateway, all %i of them, in a short header', async (count) => {
    const organisations = Array.from({ length: count }, () => randomUUID());
    const header = await writeTouched(redis, organisations);
    expect(header.length).toBeLessThan(HEADER_BYTES);
    expect(await readTouched(redis, header)).toEqual(organisations);
  });

  it('are unknown without a header, and when Redis lost the list', async () => {
    expect(await readTouched(redis, null)).toBeNull();
    const header = await writeTouched(
      redis,
      Array.from({ length: 200 }, () => randomUUID()),
    );
    await redis.del(header);
    expect(await readTouched(redis, header)).toBeNull();
  });
});
