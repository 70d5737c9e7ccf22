import { expect, it } from '@jest/globals';
import { createLogger } from '../logging/logger.ts';
import { BackOff } from './back-off.ts';
import { deliverBatch, type LogRow } from './deliver-batch.ts';

const MAX_ATTEMPTS = 5;
const row = (n: number): LogRow => ({ position: String(n), id: `message-${n}`, key: 'a', payload: { n }, published_at: new Date(0) });

/** A partition whose every message fails, read until nothing is left. Returns the pauses after each attempt, and what died. */
async function readPoison(count: number) {
  const log = Array.from({ length: count }, (_, n) => row(n));
  const attempts = new Map<string, number>();
  const backOff = new BackOff();
  const pauses: number[] = [];
  const dead: string[] = [];
  for (let at = 0; at < log.length; ) {
    const place = { group: 'g', topic: 't', partition: 0, position: String(at) };
    const { done, failed } = await deliverBatch(place, {
      logger: createLogger('test', 'silent'),
      maxAttempts: MAX_ATTEMPTS,
      count: async ({ position }, step) => {
        attempts.set(position, (attempts.get(position) ?? 0) + step);
        return attempts.get(position) ?? 0;
      },
      read: async (size) => log.slice(at, at + size),
      batchSize: 10,
      handle: () => Promise.reject(new Error('cannot digest')),
      keepAsDead: async ({ id }) => void dead.push(id),
    });
    if (failed) backOff.failed();
    else backOff.succeeded();
    pauses.push(backOff.pause);
    if (done !== undefined) at = Number(done.position) + 1;
  }
  return { pauses, dead };
}

it('each message that fails has pauses of its own: those of the one before it do not hold it up', async () => {
  const { pauses, dead } = await readPoison(3);
  expect(dead).toEqual(['message-0', 'message-1', 'message-2']);
  const ofOne = [200, 400, 800, 1600, 0];
  expect(pauses).toEqual([...ofOne, ...ofOne, ...ofOne]);
});
