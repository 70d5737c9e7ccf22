import type { FileBytes } from './file-bytes.ts';
import { ENTRY, HEAD_BYTES, readHead } from './pack-entry.ts';
import { PackError } from './pack-error.ts';
import type { PackIndex } from './pack-index.ts';

/** Heads are read in pieces of this size, from the end of the pack to its beginning. */
const PIECE_BYTES = 256 * 1024;
/** The head of a pack. */
const FIRST_ENTRY = 12;

/** An entry of a pack, as far as its head says. */
export interface Entry {
  readonly start: number;
  readonly end: number;
  readonly size: number;
  readonly type: number;
  /** Place of the base among the pack's objects; -1 for none. */
  readonly base: number;
}

/** Reads the heads of entries, quickest from the last one to the first. */
export class EntryReader {
  readonly #pack: FileBytes;
  readonly #index: PackIndex;
  readonly #hashBytes: number;
  readonly #offsets: Float64Array;
  readonly #places: Float64Array;
  #piece: Buffer = Buffer.alloc(0);
  #from = 0;

  /** @param places the sorted offsets */
  constructor(pack: FileBytes, index: PackIndex, hashBytes: number, offsets: Float64Array, places: Float64Array) {
    this.#pack = pack;
    this.#index = index;
    this.#hashBytes = hashBytes;
    this.#offsets = offsets;
    this.#places = places;
  }

  /** @throws PackError damaged */
  read(place: number): Entry {
    const offset = this.#places[place] ?? 0;
    const limit = this.#pack.size - this.#hashBytes;
    const end = this.#places[place + 1] ?? limit;
    if (offset < FIRST_ENTRY || end > limit || end <= offset) throw new PackError('damaged', 'an index names a place outside of its pack');
    const bytes = this.#bytesAt(offset, Math.min(end, offset + HEAD_BYTES));
    const head = readHead(bytes, this.#hashBytes);
    const base = this.#baseOf(head.type, offset - head.distance, bytes.subarray(head.length - this.#hashBytes, head.length));
    return { start: offset + head.length, end, size: head.size, type: head.type, base };
  }

  #baseOf(type: number, offset: number, name: Uint8Array): number {
    if (type !== ENTRY.byOffset && type !== ENTRY.byName) return -1;
    const number = type === ENTRY.byName ? this.#index.find(name) : -1;
    const place = placeOf(this.#places, type === ENTRY.byName ? (this.#offsets[number] ?? -1) : offset);
    if (place === -1) throw new PackError('damaged', 'a delta has no base in its pack');
    return place;
  }

  #bytesAt(from: number, to: number): Uint8Array {
    if (from < this.#from || to > this.#from + this.#piece.length) {
      const start = Math.max(0, Math.min(from, to - PIECE_BYTES));
      this.#piece = this.#pack.read(start, Math.min(PIECE_BYTES, this.#pack.size - start));
      this.#from = start;
    }
    return this.#piece.subarray(from - this.#from, to - this.#from);
  }
}

/** Place of an offset among the sorted ones, -1 where no object begins there. */
export function placeOf(sorted: Float64Array, offset: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === offset ? low : -1;
}
