import { inflateSync } from 'node:zlib';
import { PackError } from './pack-error.ts';

/** Inflates data of a known size. What follows the data in `compressed` is ignored. @throws PackError damaged */
export function inflate(compressed: Uint8Array, size: number): Buffer {
  let bytes: Buffer;
  try {
    // One piece of memory of the right size; the byte more lets zlib end instead of asking for more room.
    bytes = inflateSync(compressed, { chunkSize: Math.max(64, size + 1), maxOutputLength: Math.max(1, size) });
  } catch {
    throw new PackError('damaged', 'an entry of a pack cannot be inflated');
  }
  if (bytes.length !== size) throw new PackError('damaged', 'an entry of a pack has another size than its head says');
  return bytes;
}
