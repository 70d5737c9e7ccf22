import type { MessageType } from './message-type.ts';
import type { SqlEntityManager } from '../orm/database.ts';

/** A message as it is published. */
export interface OutgoingMessage {
  readonly topic: string;
  /** Messages of one key are delivered in the order of their publication. */
  readonly key: string;
  readonly payload: unknown;
}

/** Reads messages page by page, in the transaction that publishes them. */
export type Pages = () => AsyncIterable<readonly OutgoingMessage[]>;

/** A message as a consumer gets it. `id` is the same at every redelivery: consumers keep it in their inbox. */
export interface Delivery<P = unknown> {
  readonly id: string;
  readonly key: string;
  readonly payload: P;
  readonly publishedAt: Date;
}

export interface Subscription<P = unknown> {
  readonly group: string;
  readonly message: MessageType<P>;
  /** The most messages of one partition in one batch. */
  readonly batchSize?: number;
  /**
   * Does the work of the batch, in its own transaction. At least once: what was handled and not yet acknowledged
   * comes again. Throwing a transient error pauses the partition; any other error is tried again message by
   * message and ends as a dead letter.
   */
  readonly handle: (batch: readonly Delivery<P>[]) => Promise<void>;
}

export interface Consumer {
  /** Ends after the batch at hand. */
  stop(): Promise<void>;
}

export interface DeadLetter {
  readonly id: string;
  readonly group: string;
  readonly topic: string;
  readonly key: string;
  readonly payload: unknown;
  readonly reason: string;
  readonly attempts: number;
}

/** A dead letter without what it holds, which may be found leaks. */
export interface ListedDeadLetter extends Omit<DeadLetter, 'key' | 'payload'> {
  readonly diedAt: Date;
}

export interface DeadLetterPage {
  /** null for all groups. */
  readonly group: string | null;
  readonly limit: number;
  readonly offset: number;
}

/** How many dead letters were `replayed`, and how many were `kept` because no process reads their topic for the group any more. */
export interface Replay {
  readonly replayed: number;
  readonly kept: number;
}

/**
 * Publish inside the caller's transaction; consume by group, in order for each key, at least once;
 * what cannot be handled becomes a dead letter with its reason, and can be replayed.
 */
export interface Bus {
  /**
   * The messages exist exactly if the transaction of `em` commits. They are collected and written as its last statements, all
   * partitions locked in one order, so a transaction may publish at any point and several times.
   * Throws `message_too_large` over MAX_PAYLOAD_BYTES.
   */
  publish(em: SqlEntityManager, messages: readonly OutgoingMessage[]): Promise<void>;
  /** As `publish`, for many messages of one topic: `pages` is read when the transaction ends, and one page is in memory. */
  publishPages(em: SqlEntityManager, topic: string, pages: Pages): Promise<void>;
  /** A group that is new starts with the oldest message that is kept. */
  consume<P>(subscription: Subscription<P>): Promise<Consumer>;
  /** The groups that consume, by their own account, and those that have dead letters. */
  groups(): Promise<readonly string[]>;
  deadLetters(group: string): Promise<readonly DeadLetter[]>;
  /** The oldest first. */
  listDeadLetters(page: DeadLetterPage): Promise<{ readonly count: number; readonly results: readonly ListedDeadLetter[] }>;
  /** Delivers dead letters of a group again, to that group alone, each once, whoever asks for it at the same time. */
  replay(group: string, ids?: readonly string[]): Promise<Replay>;
  /** How many messages the group has not yet acknowledged, over all its topics. */
  lag(group: string): Promise<number>;
  /** Throws when nothing could be published. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
