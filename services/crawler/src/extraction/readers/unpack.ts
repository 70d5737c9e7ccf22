import { types } from 'node:util';
import { type Budget, Unreadable } from '../reader.ts';

type Unpack = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Buffer;

const isTooLong = (error: unknown): boolean => types.isNativeError(error) && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';

/** Unpacks with a method of the runtime, in this thread and within the budget: its streams take a turn of the event loop for every piece. */
export function unpacked(unpack: Unpack, bytes: Uint8Array, budget: Budget): Buffer {
  let content: Buffer;
  try {
    content = unpack(bytes, { maxOutputLength: Math.max(1, budget.bytes) });
  } catch (error) {
    throw isTooLong(error) ? new Unreadable('over_bound') : error;
  }
  budget.takeBytes(content.byteLength);
  return content;
}
