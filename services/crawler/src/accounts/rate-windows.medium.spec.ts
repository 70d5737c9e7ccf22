import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger, openRedis, Unavailable } from '@leakwatch/platform';
import { openTestRedis } from '@leakwatch/testing';
import fc from 'fast-check';
import type { Redis } from 'ioredis';
import type { Rate } from './access.port.ts';
import { FLIGHT_MS, RateWindows, type WindowKey } from './rate-windows.ts';

let redis: Redis;
beforeAll(async () => {
  redis = await openTestRedis();
});
afterAll(() => redis?.disconnect());

const newKey = (): WindowKey => ({ source: 'github', resource: 'search', of: randomUUID() });
const rateOf = (requests: number, seconds: number): Rate => ({ requests, seconds, by: 'account' });

/** Windows with a clock that only moves when the test says so. */
function atTime() {
  const windows = new RateWindows(redis);
  const time = { now: 1_000_000 };
  windows.clock = () => time.now;
  return { windows, time };
}

describe('the configured rate', () => {
  it('holds in every stretch of its time, and names the wait', async () => {
    const { windows, time } = atTime();
    const [key, rate] = [newKey(), rateOf(2, 10)];
    expect((await windows.spend(key, rate)).wait).toBe(0);
    time.now += 4_000;
    expect((await windows.spend(key, rate)).wait).toBe(0);
    time.now += 5_000;
    expect((await windows.spend(key, rate)).wait).toBe(1_000);
    expect(await windows.look(key, rate)).toBe(1_000);
    time.now += 1_000;
    expect(await windows.look(key, rate)).toBe(0);
    expect((await windows.spend(key, rate)).wait).toBe(0);
    expect((await windows.spend(key, rate)).wait).toBe(4_000);
  });

  it('is the same for all workers, whatever the interleaving', async () => {
    const spend = fc.record({ worker: fc.nat(2), pause: fc.integer({ min: 0, max: 9_000 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 20 }),
        fc.array(spend, { maxLength: 40 }),
        async (requests, seconds, steps) => {
          const { windows, time } = atTime();
          const workers = [windows, new RateWindows(redis), new RateWindows(redis)];
          for (const worker of workers) worker.clock = windows.clock;
          const [key, rate] = [newKey(), rateOf(requests, seconds)];
          const sent: number[] = [];
          for (const { worker, pause } of steps) {
            time.now += pause;
            const one = await workers[worker]?.spend(key, rate);
            if (one?.wait === 0) sent.push(time.now);
            // A refusal is never without need, nor longer than needed.
            else expect(one?.wait).toBe(seconds * 1000 - (time.now - (sent.at(-requests) ?? 0)));
          }
          for (const [at, moment] of sent.entries())
            expect(moment - (sent[at - requests] ?? -Infinity)).toBeGreaterThanOrEqual(seconds * 1000);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('lets exactly the rate through when many ask at once', async () => {
    const windows = new RateWindows(redis);
    const [key, rate] = [newKey(), rateOf(7, 3600)];
    const all = await Promise.all(Array.from({ length: 40 }, () => windows.spend(key, rate)));
    expect(all.filter(({ wait }) => wait === 0)).toHaveLength(7);
  });
});

describe('what the upstream says', () => {
  it('rules over the configured rate, in both directions, until its window ends', async () => {
    const { windows, time } = atTime();
    const [key, rate] = [newKey(), rateOf(1, 60)];
    const first = await windows.spend(key, rate);
    expect((await windows.spend(key, rate)).wait).toBe(60_000);
    await windows.saw(key, { remaining: 2, seconds: 30 }, first.window);
    expect([(await windows.spend(key, rate)).wait, (await windows.spend(key, rate)).wait]).toEqual([0, 0]);
    expect((await windows.spend(key, rate)).wait).toBe(31_000);
    time.now += 31_000 + FLIGHT_MS;
    expect((await windows.spend(key, rate)).wait).toBe(0);
    const wide = newKey();
    const one = await windows.spend(wide, rateOf(100, 60));
    await windows.saw(wide, { remaining: 0, seconds: 10 }, one.window);
    expect((await windows.spend(wide, rateOf(100, 60))).wait).toBe(11_000);
  });

  it('closes a window without a request, and a longer refusal extends it', async () => {
    const { windows, time } = atTime();
    const [key, rate] = [newKey(), rateOf(10, 60)];
    await windows.saw(key, { remaining: 0, seconds: 20 }, undefined);
    expect(await windows.look(key, rate)).toBe(21_000);
    await windows.saw(key, { remaining: 0, seconds: 100 }, undefined);
    expect(await windows.look(key, rate)).toBe(101_000);
    await windows.saw(key, { remaining: 0, seconds: 5 }, undefined);
    expect(await windows.look(key, rate)).toBe(101_000);
    time.now += 101_000;
    expect(await windows.look(key, rate)).toBe(0);
  });

  it('of one account or resource concerns no other', async () => {
    const { windows } = atTime();
    const [key, rate] = [newKey(), rateOf(10, 60)];
    await windows.saw(key, { remaining: 0, seconds: 20 }, undefined);
    expect(await windows.look({ ...key, resource: 'core' }, rate)).toBe(0);
    expect(await windows.look({ ...key, of: 'other' }, rate)).toBe(0);
    expect(await windows.look({ ...key, source: 'gist' }, rate)).toBe(0);
  });

  it('an answer from a window that is over, recorded after one of the next window, does not make that one forgotten', async () => {
    const { windows, time } = atTime();
    const [key, rate] = [newKey(), rateOf(2, 59)];
    const before = await windows.spend(key, rate);
    time.now += 1_204;
    const after = await windows.spend(key, rate);
    await windows.saw(key, { remaining: 1, seconds: 59 }, after.window);
    time.now += 1;
    await windows.saw(key, { remaining: 1, seconds: 1.204 }, before.window);
    time.now += 2_204;
    expect((await windows.spend(key, rate)).wait).toBe(0);
    expect((await windows.spend(key, rate)).wait).toBeGreaterThan(0);
  });

  it('is never exceeded by several workers, in whichever order requests are spent and their answers recorded', async () => {
    const request = fc.record({
      start: fc.integer({ min: 0, max: 4_000 }),
      /** Until the answer is recorded; shorter than the window. */
      record: fc.integer({ min: 0, max: 15_000 }),
      /** An answer without headers, such as a failure of the upstream's own. */
      silent: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 20, max: 60 }),
        fc.array(request, { minLength: 5, maxLength: 60 }),
        async (limit, seconds, requests) => {
          const upstream = new FixedWindows(limit, seconds * 1000);
          const { windows, time } = atTime();
          const [key, rate] = [newKey(), rateOf(limit, seconds)];
          type Step = { readonly at: number; readonly run: () => Promise<void> };
          const steps: Step[] = [];
          let start = time.now;
          for (const one of requests) {
            start += one.start;
            steps.push({
              at: start,
              run: async () => {
                const { wait, window } = await windows.spend(key, rate);
                if (wait > 0) return;
                const seen = upstream.process(time.now);
                if (!one.silent) steps.push({ at: time.now + one.record, run: () => windows.saw(key, seen, window) });
              },
            });
          }
          while (steps.length > 0) {
            steps.sort((a, b) => a.at - b.at);
            const next = steps.shift();
            if (next === undefined) break;
            time.now = next.at;
            await next.run();
          }
          expect(upstream.most).toBeLessThanOrEqual(limit);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('does not starve a worker that asks one request after the other', async () => {
    const { windows, time } = atTime();
    const upstream = new FixedWindows(10, 60_000);
    const [key, rate] = [newKey(), rateOf(5, 60)];
    let sent = 0;
    for (const end = time.now + 600_000; time.now < end; ) {
      const { wait, window } = await windows.spend(key, rate);
      if (wait > 0) {
        time.now += wait;
        continue;
      }
      time.now += 500;
      const seen = upstream.process(time.now);
      sent += 1;
      await windows.saw(key, seen, window);
    }
    // Ten windows of ten requests.
    expect(sent).toBeGreaterThanOrEqual(100);
    expect(upstream.most).toBeLessThanOrEqual(10);
  });
});

it('what is left of a window is what may still be spent', async () => {
  const step = fc.record({ pause: fc.integer({ min: 0, max: 15_000 }), sees: fc.option(fc.integer({ min: 0, max: 6 })) });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.array(step, { minLength: 1, maxLength: 12 }), async (requests, steps) => {
      const { windows, time } = atTime();
      const [key, rate] = [newKey(), rateOf(requests, 20)];
      expect(await windows.left(key, rate)).toBeUndefined();
      for (const { pause, sees } of steps) {
        time.now += pause;
        const { wait, window } = await windows.spend(key, rate);
        if (wait === 0 && sees !== null) await windows.saw(key, { remaining: sees, seconds: 20 }, window);
      }
      const found = await windows.left(key, rate);
      let spent = 0;
      while ((await windows.spend(key, rate)).wait === 0 && spent < 100) spent += 1;
      expect(found?.left).toBe(spent);
      expect(found?.milliseconds).toBeGreaterThan(0);
    }),
    { numRuns: 60 },
  );
});

it('accounts whose window is used up are listed until it ends', async () => {
  const windows = new RateWindows(redis);
  const resource = randomUUID();
  await windows.markSpent('github', resource, { id: 'a', milliseconds: 60_000 });
  await windows.markSpent('github', resource, { id: 'b', milliseconds: 0 });
  const [only, ...others] = await windows.spentAccounts('github', resource);
  expect(others).toEqual([]);
  expect(only?.id).toBe('a');
  expect(only?.milliseconds).toBeGreaterThan(50_000);
  expect(await windows.spentAccounts('gist', resource)).toEqual([]);
});

it('nothing is allowed while Redis is away', async () => {
  const away = openRedis('redis://127.0.0.1:1', createLogger('test', 'silent'));
  const windows = new RateWindows(away);
  const [key, rate] = [newKey(), rateOf(1, 1)];
  for (const asked of [windows.spend(key, rate), windows.look(key, rate), windows.saw(key, { remaining: 1, seconds: 1 }, 0)])
    await expect(asked).rejects.toBeInstanceOf(Unavailable);
  away.disconnect();
});

/** An upstream with windows at fixed times: what it counts, and what its headers say. */
class FixedWindows {
  most = 0;
  private readonly counts = new Map<number, number>();

  constructor(
    private readonly limit: number,
    private readonly length: number,
  ) {}

  process(now: number) {
    const window = Math.floor(now / this.length);
    const count = (this.counts.get(window) ?? 0) + 1;
    this.counts.set(window, count);
    this.most = Math.max(this.most, count);
    return { remaining: Math.max(0, this.limit - count), seconds: ((window + 1) * this.length - now) / 1000 };
  }
}
