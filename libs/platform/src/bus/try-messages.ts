import type { Logger } from '../logging/logger.ts';
import { isTransient } from '../errors/transient.ts';

/** Messages handed over at once when a consumer does not say: more make a statement no quicker and a retry dearer. */
export const DEFAULT_BATCH = 500;

/** A message as a carrier keeps it: `position` grows along its partition. */
export interface LogRow {
  readonly position: string;
  readonly id: string;
  readonly key: string;
  readonly payload: unknown;
  readonly published_at: Date;
}

/** Where a group stands in a partition. */
export interface Place {
  readonly group: string;
  readonly topic: string;
  readonly partition: number;
  /** Of the message before the next one, or of the next one itself: the same at every try. */
  readonly position: string;
}

export interface Trying {
  readonly logger: Logger;
  readonly maxAttempts: number;
  /** Counts a try at the place's next message where a crash does not undo it. Returns the tries so far. */
  readonly count: (place: Place, step: number) => Promise<number>;
  /** Gives the next messages, at the most so many. */
  readonly read: (size: number) => Promise<readonly LogRow[]>;
  readonly batchSize: number;
  readonly handle: (log: readonly LogRow[]) => Promise<void>;
  /** Keeps a message as a dead letter of its group. */
  readonly bury: (message: LogRow, attempts: number, reason: string) => Promise<void>;
}

/** `done` up to and including which message is to be acknowledged; `failed` asks for a pause before the next try. */
export interface Tried {
  readonly done: LogRow | undefined;
  readonly failed: boolean;
  readonly empty: boolean;
}

/**
 * Hands the next messages of a partition over, once. From the second try on they go one by one, so that a poisoned one
 * cannot take its neighbours along; what fails too often, or kills its consumer too often, becomes a dead letter. A
 * dependency that is away costs no try.
 */
export async function tryMessages(place: Place, trying: Trying): Promise<Tried> {
  const { logger, maxAttempts } = trying;
  const attempts = await trying.count(place, 1);
  const log = await trying.read(attempts > 1 ? 1 : trying.batchSize);
  const first = log[0];
  if (first === undefined) return { done: undefined, failed: false, empty: true };
  const buried = async (tries: number, reason: string): Promise<LogRow> => {
    await trying.bury(first, tries, reason);
    logger.error({ group: place.group, topic: place.topic, id: first.id, reason }, 'message is a dead letter');
    return first;
  };
  // A count over the limit before handling means that consumers died with this message in hand.
  if (attempts > maxAttempts) return { done: await buried(attempts - 1, 'the consumer died with it'), failed: false, empty: false };
  try {
    await trying.handle(log);
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    logger.warn({ group: place.group, topic: place.topic, attempts, reason }, 'messages could not be handled');
    if (isTransient(error)) await trying.count(place, -1);
    else if (attempts >= maxAttempts) return { done: await buried(attempts, reason), failed: true, empty: false };
    return { done: undefined, failed: true, empty: false };
  }
  return { done: log.at(-1), failed: false, empty: false };
}
