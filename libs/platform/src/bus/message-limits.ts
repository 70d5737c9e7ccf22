import { LeakwatchError } from '../errors/leakwatch-error.ts';
import type { OutgoingMessage } from './bus.port.ts';

/**
 * The largest payload of a message, in bytes of JSON: a task of 50,000 patterns of 128 Cyrillic characters fits, with room to
 * spare. Larger data, such as documents, is published by reference.
 */
export const MAX_PAYLOAD_BYTES = 32 * 1024 * 1024;

/** JSON of a payload, with its length in bytes. Throws `message_too_large`, so that the transaction that would publish it fails as a whole. */
export function payloadJson({ topic, payload }: OutgoingMessage): { readonly json: string; readonly bytes: number } {
  const json = JSON.stringify(payload);
  const bytes = Buffer.byteLength(json);
  if (bytes > MAX_PAYLOAD_BYTES)
    throw new LeakwatchError('message_too_large', 413, { details: { topic, bytes, limit: MAX_PAYLOAD_BYTES } });
  return { json, bytes };
}
