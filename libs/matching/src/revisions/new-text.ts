import { isContinuation } from '../text/fold.ts';
import type { Span } from '../text/spans.ts';
import type { CopiedRanges } from './copied-ranges.ts';

/** Between two pieces: no literal contains it, so none is found across them. */
export const SEPARATOR = 0;
/** Bytes of a UTF-8 letter after its first. */
const LETTER_REST = 3;

/**
 * The new parts of a document with so much beside them that every literal which is not within a copied range is in one of the pieces.
 * They are copied behind one another, to be scanned at once. Used again for every document.
 */
export class NewText {
  /** The pieces with separators between them. */
  text: Uint8Array = new Uint8Array(0);
  #memory = new Uint8Array(64 * 1024);
  #count = 0;
  /** By piece: where it begins in `text`, and how far the document's place is from that. */
  #begins = new Int32Array(256);
  #shifts = new Int32Array(256);

  /**
   * Collects the pieces; false where they are so much of the document that it is scanned whole instead.
   * @param reach bytes of the longest literal
   */
  collect(text: Uint8Array, copies: CopiedRanges, reach: number): boolean {
    // Copies without a view for each piece.
    const bytes = Buffer.from(text.buffer, text.byteOffset, text.length);
    this.#count = 0;
    let filled = 0;
    let open = -1;
    let openEnd = 0;
    let copied = 0;
    const most = bytes.length / 2;
    // Each round takes what is before a copied range, the last one what is behind all of them.
    for (let range = 0; range <= copies.count; range++) {
      const next = range < copies.count ? (copies.at[range] ?? 0) : bytes.length;
      const isSeam = next > copied || (range > 0 && range < copies.count);
      if (isSeam) {
        const start = letterStart(bytes, Math.max(0, copied - reach));
        const end = letterEnd(bytes, Math.min(bytes.length, next + reach));
        if (open !== -1 && start <= openEnd) openEnd = end;
        else {
          if (open !== -1) filled = this.#add(bytes, open, openEnd, filled);
          [open, openEnd] = [start, end];
        }
        if (filled + openEnd - open > most) return false;
      }
      copied = next + (range < copies.count ? (copies.length[range] ?? 0) : 0);
    }
    if (open !== -1) filled = this.#add(bytes, open, openEnd, filled);
    this.text = this.#memory.subarray(0, filled);
    return true;
  }

  /** Where the pieces are in the document. */
  pieces(): readonly Span[] {
    return Array.from({ length: this.#count }, (_, at) => {
      const begin = this.#begins[at] ?? 0;
      const end = (at + 1 < this.#count ? (this.#begins[at + 1] ?? 0) : this.text.length) - 1;
      const shift = this.#shifts[at] ?? 0;
      return { start: begin + shift, end: end + shift };
    });
  }

  /** The place in the document of a place in `text`. */
  placeOf(place: number): number {
    let low = 0;
    let high = this.#count;
    while (low + 1 < high) {
      const middle = (low + high) >>> 1;
      if ((this.#begins[middle] ?? 0) <= place) low = middle;
      else high = middle;
    }
    return place + (this.#shifts[low] ?? 0);
  }

  #add(bytes: Buffer, start: number, end: number, filled: number): number {
    const needed = filled + end - start + 1;
    if (this.#memory.length < needed) {
      const larger = new Uint8Array(2 * needed);
      larger.set(this.#memory.subarray(0, filled));
      this.#memory = larger;
    }
    if (this.#count === this.#begins.length) {
      this.#begins = doubled(this.#begins);
      this.#shifts = doubled(this.#shifts);
    }
    bytes.copy(this.#memory, filled, start, end);
    this.#memory[needed - 1] = SEPARATOR;
    this.#begins[this.#count] = filled;
    this.#shifts[this.#count] = start - filled;
    this.#count++;
    return needed;
  }
}

function doubled(before: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const after = new Int32Array(2 * before.length);
  after.set(before);
  return after;
}

function letterStart(bytes: Uint8Array, place: number): number {
  let at = place;
  while (at > 0 && place - at < LETTER_REST && isContinuation(bytes[at] ?? 0)) at--;
  return at;
}

function letterEnd(bytes: Uint8Array, place: number): number {
  let at = place;
  while (at < bytes.length && at - place < LETTER_REST && isContinuation(bytes[at] ?? 0)) at++;
  return at;
}
