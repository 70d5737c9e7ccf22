import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CLOCK_SECONDS, ClockWatch } from './clock-watch.ts';

const START = Date.parse('2026-11-24T10:00:00Z');

/** A watch on a machine that is `ahead` ms ahead, whose store answers after `takes` ms. */
function watch(ahead: number, takes: number) {
  let time = START;
  const warnings: unknown[] = [];
  const storeTime = async () => {
    time += takes;
    return new Date(time);
  };
  return { warnings, clock: new ClockWatch(storeTime, { warn: (...said: unknown[]) => void warnings.push(said) }, () => time + ahead) };
}

it('reports by how much a clock differs, within the time that the query took, and ignores small differences', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: -1e7, max: 1e7 }), fc.integer({ min: 0, max: 2_000 }), async (ahead, takes) => {
      const seconds = await watch(ahead, takes).clock.difference();
      if (Math.abs(ahead) < CLOCK_SECONDS * 1_000) expect(seconds).toBeNull();
      if (seconds !== null) expect(Math.abs(seconds * 1_000 - ahead)).toBeLessThanOrEqual(takes + 500);
      if (Math.abs(ahead) > (CLOCK_SECONDS + 1) * 1_000 + takes) expect(seconds).not.toBeNull();
    }),
  );
});

it('warns once for many probes, and is silent while the store does not answer', async () => {
  const { clock, warnings } = watch(-300_000, 10);
  expect([await clock.difference(), await clock.difference()]).toEqual([-300, -300]);
  expect(warnings).toHaveLength(1);
  const away = new ClockWatch(() => Promise.reject(new Error('away')), { warn: () => undefined });
  expect(await away.difference()).toBeNull();
});
