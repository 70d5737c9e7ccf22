import type { Logger } from '../logging/logger.ts';
import { sql } from '../orm/database.ts';

/** An entry of an outbox that one process claimed: its next attempt is in the future, so no other process has it too. */
export interface Claimed {
  readonly id: string;
  /** This one included. */
  readonly attempts: number;
  /** Milliseconds since it was written, by the database (`AGE_MS`). */
  readonly age_ms: number;
}

/** The age of a row with the column `created`, for the statement that claims it. */
export const AGE_MS = sql<number>`(extract(epoch from clock_timestamp() - created) * 1000)::float8`;

/** Throw it from `deliver` when the receiver said when to come back; in seconds. */
export class RetryAfter extends Error {
  readonly seconds: number;

  constructor(seconds: number, cause?: unknown) {
    super(`retry after ${seconds} s`, { cause });
    this.seconds = seconds;
  }
}

export interface OutboxPolicy {
  /** What an entry is called in the log. */
  readonly name: string;
  /** Pauses after a failed attempt, in seconds; the last one repeats. */
  readonly pausesSeconds: readonly number[];
  /** An entry that is older when an attempt fails is dropped. */
  readonly giveUpMs: number;
}

export interface Outbox<E extends Claimed> {
  readonly policy: OutboxPolicy;
  readonly logger: Logger;
  /** Claims the next entry that is due, with one more attempt counted; undefined when none is. */
  readonly claim: () => Promise<E | undefined>;
  /** `unwanted`: nobody waits for it any more. Anything thrown is a failed attempt. */
  readonly deliver: (entry: E) => Promise<'delivered' | 'unwanted'>;
  readonly complete: (entry: E) => Promise<void>;
  /** Takes an entry out that was never delivered. */
  readonly drop: (entry: E) => Promise<void>;
  readonly retryIn: (entry: E, seconds: number) => Promise<void>;
  /** Whether to go on; asked before each entry. */
  readonly mayContinue?: () => Promise<boolean>;
}

/** Delivers what is due, one entry after another, until nothing is. Returns how many were delivered. */
export async function deliverDue<E extends Claimed>(outbox: Outbox<E>): Promise<number> {
  let delivered = 0;
  while ((await outbox.mayContinue?.()) ?? true) {
    const entry = await outbox.claim();
    if (entry === undefined) break;
    if (await attempt(outbox, entry)) delivered += 1;
  }
  return delivered;
}

async function attempt<E extends Claimed>(outbox: Outbox<E>, entry: E): Promise<boolean> {
  let outcome: 'delivered' | 'unwanted';
  try {
    outcome = await outbox.deliver(entry);
  } catch (error) {
    await afterFailure(outbox, entry, error);
    return false;
  }
  await (outcome === 'delivered' ? outbox.complete(entry) : outbox.drop(entry));
  return outcome === 'delivered';
}

async function afterFailure<E extends Claimed>({ policy, logger, drop, retryIn }: Outbox<E>, entry: E, error: unknown): Promise<void> {
  if (error instanceof RetryAfter) return retryIn(entry, error.seconds);
  const givenUp = entry.age_ms > policy.giveUpMs;
  const line = { entry: entry.id, attempts: entry.attempts, error: String(error) };
  logger[givenUp ? 'error' : 'warn'](line, `${policy.name} ${givenUp ? 'given up' : 'not delivered'}`);
  const pause = policy.pausesSeconds[Math.min(entry.attempts, policy.pausesSeconds.length) - 1] ?? 0;
  return givenUp ? drop(entry) : retryIn(entry, pause);
}
