import { describe, expect, it } from '@jest/globals';
import { createLogger } from '../logging/logger.ts';
import { type Claimed, deliverDue, type Outbox, RetryAfter } from './deliver.ts';

const POLICY = { name: 'letter', pausesSeconds: [1, 10], giveUpMs: 60_000 };

interface Letter extends Claimed {
  readonly outcome: 'delivered' | 'unwanted' | Error;
}

/** An outbox in memory that records what becomes of each entry. */
async function deliver(letters: readonly Letter[], change: Partial<Outbox<Letter>> = {}) {
  const waiting = [...letters];
  const seen: string[] = [];
  const delivered = await deliverDue<Letter>({
    policy: POLICY,
    logger: createLogger('test', 'silent'),
    claim: async () => waiting.shift(),
    deliver: async ({ outcome }) => {
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    complete: async ({ id }) => void seen.push(`${id} completed`),
    drop: async ({ id }) => void seen.push(`${id} dropped`),
    retryIn: async ({ id }, seconds) => void seen.push(`${id} again in ${seconds}`),
    ...change,
  });
  return { delivered, seen };
}

const letter = (id: string, outcome: Letter['outcome'], change: Partial<Letter> = {}): Letter => ({
  id,
  outcome,
  attempts: 1,
  age_ms: 0,
  ...change,
});

describe('an outbox', () => {
  it('completes delivered entries and drops unwanted ones', async () => {
    expect(await deliver([letter('a', 'delivered'), letter('b', 'unwanted'), letter('c', 'delivered')])).toEqual({
      delivered: 2,
      seen: ['a completed', 'b dropped', 'c completed'],
    });
  });

  it.each([
    [1, 1],
    [2, 10],
    [7, 10],
  ])('after failed attempt %i pauses %i s, and goes on with the next entry', async (attempts, seconds) => {
    const { seen } = await deliver([letter('a', new Error('away'), { attempts }), letter('b', 'delivered')]);
    expect(seen).toEqual([`a again in ${seconds}`, 'b completed']);
  });

  it('waits as long as the receiver asks', async () => {
    expect((await deliver([letter('a', new RetryAfter(42), { age_ms: 10 * POLICY.giveUpMs })])).seen).toEqual(['a again in 42']);
  });

  it('gives up an entry that is too old when an attempt fails, and not before', async () => {
    const old = { age_ms: POLICY.giveUpMs + 1 };
    const letters = [letter('a', new Error('away'), old), letter('b', 'delivered', old)];
    expect((await deliver(letters)).seen).toEqual(['a dropped', 'b completed']);
  });

  it('stops when it may not continue', async () => {
    let left = 1;
    const mayContinue = async () => left-- > 0;
    expect((await deliver([letter('a', 'delivered'), letter('b', 'delivered')], { mayContinue })).seen).toEqual(['a completed']);
  });
});
