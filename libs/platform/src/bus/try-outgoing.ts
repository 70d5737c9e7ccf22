import { z } from 'zod';
import { LeakwatchError } from '../errors/leakwatch-error.ts';
import type { OutgoingMessage } from './bus.port.ts';
import { payloadJson } from './message-limits.ts';
import { type MessageType, outgoing } from './message-type.ts';

/** A message ready to publish, or why there can be none: where its payload differs from the schema, or its size. Never what is there. */
export type Attempted = { readonly message: OutgoingMessage } | { readonly refused: string };

/** As `outgoing`, for a payload that something from outside may have given a value that no message can have. */
export function tryOutgoing<P>(type: MessageType<P>, payload: P): Attempted {
  try {
    const message = outgoing(type, payload);
    payloadJson(message);
    // The database would refuse it with everything that the transaction writes.
    if (message.key.includes('\0')) return { refused: 'key' };
    return { message };
  } catch (error) {
    if (error instanceof LeakwatchError && error.code === 'message_too_large') return { refused: error.code };
    if (!(error instanceof z.ZodError)) throw error;
    const [issue] = error.issues;
    return { refused: `${issue?.path.join('.') ?? ''} ${issue?.code ?? ''}`.trim() };
  }
}
