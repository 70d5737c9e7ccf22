import type { Logger } from '../logging/logger.ts';
import { isTransient } from '../errors/transient.ts';
import { Undeliverable } from './undeliverable.ts';

/** Messages of one batch unless a consumer says otherwise: more make no statement faster and a retry more expensive. */
export const DEFAULT_BATCH = 500;

/** A stored message; `position` grows along its partition. */
export interface LogRow {
  readonly position: string;
  readonly id: string;
  readonly key: string;
  readonly payload: unknown;
  readonly published_at: Date;
}

/** How far a group has read a partition. */
export interface Place {
  readonly group: string;
  readonly topic: string;
  readonly partition: number;
  /** Of the message before the next one, or of the next one itself: the same at every attempt. */
  readonly position: string;
}

export interface BatchDelivery {
  readonly logger: Logger;
  readonly maxAttempts: number;
  /** Counts an attempt at the place's next message where a crash does not undo it. Returns the attempts so far. */
  readonly count: (place: Place, step: number) => Promise<number>;
  /** Reads the next messages, at most so many. */
  readonly read: (size: number) => Promise<readonly LogRow[]>;
  readonly batchSize: number;
  readonly handle: (log: readonly LogRow[]) => Promise<void>;
  /** Keeps a message as a dead letter of its group. */
  readonly keepAsDead: (message: LogRow, attempts: number, reason: string) => Promise<void>;
}

/** `done`: the last message that is to be acknowledged; `failed` asks for a pause before the next attempt. */
export interface BatchOutcome {
  readonly done: LogRow | undefined;
  readonly failed: boolean;
  readonly empty: boolean;
}

/**
 * Delivers the next messages of a partition, once. From the second attempt on it delivers one message at a time, so that a
 * message that always fails does not hold up the others; one that fails too often, or ends its consumer too often, becomes a
 * dead letter. A dependency that is away costs no attempt. What the handler declares undeliverable is a dead letter at once.
 */
export async function deliverBatch(place: Place, delivery: BatchDelivery): Promise<BatchOutcome> {
  const { logger, maxAttempts } = delivery;
  const attempts = await delivery.count(place, 1);
  const log = await delivery.read(attempts > 1 ? 1 : delivery.batchSize);
  const first = log[0];
  if (first === undefined) return { done: undefined, failed: false, empty: true };
  const keepAsDead = async (message: LogRow, tries: number, reason: string): Promise<LogRow> => {
    await delivery.keepAsDead(message, tries, reason);
    logger.error({ group: place.group, topic: place.topic, id: message.id, reason }, 'message is a dead letter');
    return message;
  };
  // A count over the limit before handling means that consumers ended while they handled this message.
  if (attempts > maxAttempts) {
    const done = await keepAsDead(first, attempts - 1, 'the consumer ended while it handled the message');
    return { done, failed: false, empty: false };
  }
  const undelivered = async (message: LogRow, reason: string) => void (await keepAsDead(message, attempts, reason));
  try {
    await handleDeliverable(log, delivery.handle, undelivered);
  } catch (error) {
    const reason = reasonOf(error);
    logger.warn({ group: place.group, topic: place.topic, attempts, reason }, 'messages could not be handled');
    if (isTransient(error)) await delivery.count(place, -1);
    // The next message begins without the pauses of this one: many messages that fail would otherwise hold up the rest for an hour.
    else if (attempts >= maxAttempts) return { done: await keepAsDead(first, attempts, reason), failed: false, empty: false };
    return { done: undefined, failed: true, empty: false };
  }
  return { done: log.at(-1), failed: false, empty: false };
}

const reasonOf = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));

/** Handles the messages without those that the handler declares undeliverable; these are given to `undelivered`. */
async function handleDeliverable(
  log: readonly LogRow[],
  handle: BatchDelivery['handle'],
  undelivered: (message: LogRow, reason: string) => Promise<void>,
): Promise<void> {
  let rest = log;
  while (rest.length > 0)
    try {
      return await handle(rest);
    } catch (error) {
      if (!(error instanceof Undeliverable)) throw error;
      const refused = rest.filter(({ id }) => error.ids.has(id));
      if (refused.length === 0) throw error;
      for (const message of refused) await undelivered(message, error.reasons.get(message.id) ?? reasonOf(error));
      rest = rest.filter((message) => !refused.includes(message));
    }
}
