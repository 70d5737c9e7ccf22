/** With more ranges than this a document is scanned whole: following them would cost more. */
export const MAX_RANGES = 65_536;
const FIRST_CAPACITY = 1024;

/**
 * Parts of a document that it has in common with its base, in the order of the document: `length` bytes from `from` of the base
 * are at `at`. Everything between them is new. Used again for every document.
 */
export class CopiedRanges {
  count = 0;
  /** There were more ranges than are kept. */
  isCut = false;
  at: Int32Array;
  from: Int32Array;
  length: Int32Array;

  /** @param memory of three times MAX_RANGES numbers, where whoever fills the ranges wants them; it grows by itself without */
  constructor(memory?: Int32Array) {
    const [at, from, length] = [0, 1, 2].map((part) => memory?.subarray(part * MAX_RANGES, (part + 1) * MAX_RANGES));
    this.at = at ?? new Int32Array(FIRST_CAPACITY);
    this.from = from ?? new Int32Array(FIRST_CAPACITY);
    this.length = length ?? new Int32Array(FIRST_CAPACITY);
  }

  clear(): void {
    this.count = 0;
    this.isCut = false;
  }

  /** Adds a range behind the others; one that continues the last in both documents makes it longer. */
  add(at: number, from: number, length: number): void {
    const last = this.count - 1;
    const lastLength = this.length[last] ?? 0;
    if (last >= 0 && (this.at[last] ?? 0) + lastLength === at && (this.from[last] ?? 0) + lastLength === from) {
      this.length[last] = lastLength + length;
      return;
    }
    if (this.count === MAX_RANGES) {
      this.isCut = true;
      return;
    }
    if (this.count === this.at.length) this.#grow();
    this.at[this.count] = at;
    this.from[this.count] = from;
    this.length[this.count] = length;
    this.count++;
  }

  #grow(): void {
    this.at = grown(this.at);
    this.from = grown(this.from);
    this.length = grown(this.length);
  }
}

function grown(before: Int32Array): Int32Array {
  const after = new Int32Array(2 * before.length);
  after.set(before);
  return after;
}
