import type { OnHead } from '../automaton/scan.ts';
import type { Span } from '../text/spans.ts';
import type { EncodedStretch } from '../encoded/stretch-list.ts';
import type { CopiedRanges } from './copied-ranges.ts';

/** Places of literals' heads in one document, in order, each once: as numbers that sort by place, then by literal. */
export class LiteralPlaces {
  /** Stretches in which something is encoded that concerns patterns. */
  readonly encoded: readonly EncodedStretch[];
  /** Of the expressions to which no literal leads (`UnledExpressions.matchesIn`). */
  readonly matches: readonly Span[];
  readonly #sorted: Float64Array;
  readonly #literals: number;

  /** @param keys from `keyOf`, in any order, also more than once */
  constructor(keys: Float64Array | number[], literals: number, encoded: readonly EncodedStretch[] = [], matches: readonly Span[] = []) {
    this.encoded = encoded;
    this.matches = matches;
    const sorted = Float64Array.from(keys).sort();
    let kept = 0;
    for (let at = 0; at < sorted.length; at++) {
      const key = sorted[at] ?? 0;
      if (at === 0 || key !== sorted[at - 1]) sorted[kept++] = key;
    }
    this.#sorted = sorted.subarray(0, kept);
    this.#literals = literals;
  }

  get count(): number {
    return this.#sorted.length;
  }

  /** Whether no literal begins, and no stretch or match is, between two places. */
  isFree(start: number, end: number): boolean {
    const key = this.#sorted[this.#firstFrom(start)];
    const isInside = (span: Span): boolean => span.start < end && span.end > start;
    return (key === undefined || key >= end * this.#literals) && !this.encoded.some(isInside) && !this.matches.some(isInside);
  }

  /** Reports the places in a text that begins `shift` bytes behind the document's beginning. */
  report(shift: number, onHead: OnHead): void {
    for (const key of this.#sorted) {
      const start = Math.floor(key / this.#literals) - shift;
      if (start >= 0) onHead(key % this.#literals, start);
    }
  }

  /** Adds those that are within a copied range, at their places in the copy; a few more than `limit` at most. */
  addCopied(keys: number[], { count, at, from, length }: CopiedRanges, headBytes: Int32Array, limit: number): void {
    for (let range = 0; range < count && keys.length <= limit; range++) {
      const first = from[range] ?? 0;
      const end = first + (length[range] ?? 0);
      const moved = ((at[range] ?? 0) - first) * this.#literals;
      for (let place = this.#firstFrom(first); place < this.#sorted.length; place++) {
        const key = this.#sorted[place] ?? 0;
        const start = Math.floor(key / this.#literals);
        if (start >= end) break;
        if (start + (headBytes[key % this.#literals] ?? 0) <= end) keys.push(key + moved);
      }
    }
  }

  /** The matches that are within a copied range, at their places in the copy; a few more than `limit` at most. */
  copiedMatches({ count, at, from, length }: CopiedRanges, limit: number): readonly Span[] {
    if (this.matches.length === 0) return [];
    const copied: Span[] = [];
    for (let range = 0; range < count && copied.length <= limit; range++) {
      const first = from[range] ?? 0;
      const end = first + (length[range] ?? 0);
      const moved = (at[range] ?? 0) - first;
      for (const match of this.matches)
        if (match.start >= first && match.end <= end) copied.push({ start: match.start + moved, end: match.end + moved });
    }
    return copied;
  }

  #firstFrom(start: number): number {
    const wanted = start * this.#literals;
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#sorted[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export const keyOf = (literal: number, start: number, literals: number): number => start * literals + literal;
