import type { z } from 'zod';

/** One kind of message: its topic, schema, and what it is ordered by. */
export interface MessageType<S extends z.ZodType = z.ZodType> {
  readonly topic: string;
  readonly schema: S;
  /** Messages of one key arrive in the order in which they were published. */
  readonly keyOf: (payload: z.output<S>) => string;
}

/** Declares a message and keeps its schema's type. */
export function defineMessage<S extends z.ZodType>(message: MessageType<S>): MessageType<S> {
  return message;
}

export type PayloadOf<M> = M extends MessageType<infer S> ? z.output<S> : never;
