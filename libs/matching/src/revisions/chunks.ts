import { KERNEL } from './chunk-kernel.wasm.ts';

/** Places of wasm/chunk-kernel.ts. */
const PIECE_AT = 0x400;
const PIECE_BYTES = 0x10000;
const KEY_AT = PIECE_AT + PIECE_BYTES + 0x80;
/** Of the random numbers that make hashes unpredictable. */
export const KEY_BYTES = 0x2040;
const CHUNKS_AT = KEY_AT + KEY_BYTES;
/** Of a chunk: its end, and its hash. */
const CHUNK_INTS = 9;
/** Numbers of 32 bits. */
export const HASH_INTS = CHUNK_INTS - 1;
const LINE_FEED = 0x0a;

/** The kernel of this thread: its memory, and what cuts the piece of a length and returns the number of chunks. */
function startKernel(): { readonly memory: ArrayBufferLike; readonly cut: (length: number, isLast: boolean) => number } {
  const { memory, cut } = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(KERNEL, 'base64'))).exports;
  if (!(memory instanceof WebAssembly.Memory) || typeof cut !== 'function') throw new TypeError('not the kernel of chunks');
  return { memory: memory.buffer, cut: (length, isLast) => Number(cut(length, isLast ? 1 : 0)) };
}

const { memory, cut } = startKernel();
const piece = new Uint8Array(memory, PIECE_AT, PIECE_BYTES);
const keyInUse = new Uint8Array(memory, KEY_AT, KEY_BYTES);
const chunks = new Int32Array(memory, CHUNKS_AT);

/** Takes a chunk of a text. Its hash is in `numbers` from `at` on, until this returns; zeros where it has none. */
type OnChunk = (start: number, end: number, numbers: Int32Array, at: number) => void;

/**
 * Cuts a text into chunks that end with a line, of some hundred bytes: the same lines are cut in the same way wherever they are. Nothing that is
 * encoded is in two chunks: `goesOn` of find-base64.ts is false at the end of each but the last. Lines that are too long are left out.
 * The key chooses one hash of a family (docs/decisions/0161-text-that-was-scanned.md).
 * @param key KEY_BYTES
 */
export function eachChunk(text: Uint8Array, key: Uint8Array, onChunk: OnChunk): void {
  keyInUse.set(key);
  for (let begin = 0; begin < text.length; ) {
    const end = Math.min(text.length, begin + PIECE_BYTES);
    piece.set(text.subarray(begin, end));
    const count = cut(end - begin, end === text.length);
    let next = begin;
    for (let chunk = 0; chunk < count; chunk++) {
      const start = next;
      next = begin + (chunks[CHUNK_INTS * chunk] ?? 0);
      onChunk(start, next, chunks, CHUNK_INTS * chunk + 1);
    }
    if (count === 0) {
      const lineEnd = text.indexOf(LINE_FEED, end);
      next = lineEnd === -1 ? text.length : lineEnd + 1;
    }
    begin = next;
  }
}
