import type { Transform } from 'node:stream';
import { types } from 'node:util';
import { type Budget, Unreadable, type Unpacked } from '../reader.ts';

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

/** Damage loses at most a piece of this size that was unpacked before it. */
const PIECE_BYTES = 4_096;

/** Unpacks with a method of the runtime, and what is damaged with a stream of it, which gives the beginning. */
export async function unpackedAsFarAsPossible(
  unpack: Unpack,
  open: (options: { readonly chunkSize: number }) => Transform,
  bytes: Uint8Array,
  budget: Budget,
): Promise<Unpacked> {
  try {
    return { bytes: unpacked(unpack, bytes, budget), isDamaged: false };
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    return { bytes: await beginning(open({ chunkSize: PIECE_BYTES }), bytes, budget), isDamaged: true };
  }
}

/** What a stream gives before it fails. Its iterator would drop what waits when it does. */
function beginning(stream: Transform, bytes: Uint8Array, budget: Budget): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    const finish = () => resolve(Buffer.concat(chunks));
    stream.on('data', (chunk: Uint8Array) => {
      try {
        budget.takeBytes(chunk.byteLength);
        chunks.push(chunk);
      } catch (error) {
        reject(error);
        stream.destroy();
      }
    });
    stream.on('error', finish).on('end', finish).end(bytes);
  });
}
