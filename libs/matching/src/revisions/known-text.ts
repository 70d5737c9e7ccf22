import { randomFillSync } from 'node:crypto';
import { CopiedRanges } from './copied-ranges.ts';
import { eachChunk, HASH_INTS, KEY_BYTES } from './chunks.ts';

/** Hashes that are looked at for one chunk: those of a part of the table. */
const PART = 4;
const PART_INTS = PART * HASH_INTS;
/** 128 KiB and 16 MiB. What a table has no room for is scanned again. */
const LEAST_PARTS = 2 ** 10;
const MOST_PARTS = 2 ** 17;
/** By document: a version of a file has few new chunks. */
const PARTS_A_DOCUMENT = 4;

/** A chunk of the last text that was not known: its place and hash. */
interface Fresh {
  readonly start: number;
  readonly end: number;
  readonly hash: Int32Array;
}

/**
 * Text that was scanned and concerns no pattern, as hashes of its chunks, in shared memory. What a text has in common with it counts as copied from
 * a document without any literal. Valid for one set of patterns, which can be found in single lines; threads may use it at the same time.
 */
export class KnownText {
  /** What the last text has in common with known ones. */
  readonly copies: CopiedRanges = new CopiedRanges();
  readonly #key: Uint8Array;
  readonly #table: Int32Array;
  readonly #parts: number;
  readonly #fresh: Fresh[] = [];

  /** @param memory from `KnownText.memoryFor` */
  constructor(memory: SharedArrayBuffer) {
    this.#key = new Uint8Array(memory, 0, KEY_BYTES);
    this.#table = new Int32Array(memory, KEY_BYTES);
    this.#parts = this.#table.length / PART_INTS;
  }

  /** Memory without any text, with a random key. */
  static memoryFor(documents: number): SharedArrayBuffer {
    const wanted = 2 ** Math.ceil(Math.log2(Math.max(1, documents * PARTS_A_DOCUMENT)));
    const parts = Math.min(MOST_PARTS, Math.max(LEAST_PARTS, wanted));
    const memory = new SharedArrayBuffer(KEY_BYTES + parts * PART_INTS * Int32Array.BYTES_PER_ELEMENT);
    new Uint8Array(memory, 0, KEY_BYTES).set(randomFillSync(new Uint8Array(KEY_BYTES)));
    return memory;
  }

  /** Looks up the chunks of a text: `copies` are those that are known. */
  lookUp(text: Uint8Array): void {
    this.copies.clear();
    this.#fresh.length = 0;
    eachChunk(text, this.#key, (start, end, numbers, at) => {
      // Ranges one behind the other are one.
      if (this.#has(numbers, at)) this.copies.add(start, start, end - start);
      else this.#fresh.push({ start, end, hash: numbers.slice(at, at + HASH_INTS) });
    });
  }

  /** Makes chunks of the last text known that are free of anything that concerns patterns. */
  keep(isFree: (start: number, end: number) => boolean): void {
    for (const { start, end, hash } of this.#fresh) if (isFree(start, end)) this.#put(hash);
    this.#fresh.length = 0;
  }

  #partOf(numbers: Int32Array, at: number): number {
    return (((numbers[at] ?? 0) ^ (numbers[at + 1] ?? 0)) & (this.#parts - 1)) * PART_INTS;
  }

  #has(numbers: Int32Array, at: number): boolean {
    const part = this.#partOf(numbers, at);
    for (let entry = part; entry < part + PART_INTS; entry += HASH_INTS) {
      let same = 0;
      while (same < HASH_INTS && this.#table[entry + same] === numbers[at + same]) same++;
      // A hash of zeros is none.
      if (same === HASH_INTS) return (numbers[at] ?? 0) !== 0;
    }
    return false;
  }

  #put(hash: Int32Array): void {
    if (hash[0] === 0) return;
    const part = this.#partOf(hash, 0);
    let entry = part;
    while (entry < part + PART_INTS && this.#table[entry] !== 0) entry += HASH_INTS;
    // A part that is full loses one of its entries.
    this.#table.set(hash, entry < part + PART_INTS ? entry : part + ((hash[2] ?? 0) & (PART - 1)) * HASH_INTS);
  }
}
