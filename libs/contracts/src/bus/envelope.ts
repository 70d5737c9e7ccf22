import type { z } from 'zod';

/** One kind of message: its topic, its schema, and the key of its order. */
export interface MessageType<S extends z.ZodType = z.ZodType> {
  readonly topic: string;
  readonly schema: S;
  /** Messages with the same key are delivered in the order in which they were published. */
  readonly keyOf: (payload: z.output<S>) => string;
}

/** Declares a message with the type of its schema. */
export function defineMessage<S extends z.ZodType>(message: MessageType<S>): MessageType<S> {
  return message;
}

export type PayloadOf<M> = M extends MessageType<infer S> ? z.output<S> : never;
