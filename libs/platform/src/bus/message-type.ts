import type { z } from 'zod';

/** The part of a message's contract that the bus needs; contracts' MessageType fits it. */
export interface MessageType<P> {
  readonly topic: string;
  readonly schema: z.ZodType<P>;
  // A method, so that a list can hold messages of several types.
  keyOf(payload: P): string;
}

/** A message ready to publish. Throws when the payload does not fit its schema, so that the producer fails and no consumer. */
export function outgoing<P>(message: MessageType<P>, payload: P) {
  const checked = message.schema.parse(payload);
  return { topic: message.topic, key: message.keyOf(checked), payload: checked };
}
