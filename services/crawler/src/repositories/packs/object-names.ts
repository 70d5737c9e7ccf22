import { randomInt } from 'node:crypto';

/** Not known outside of the process: otherwise a repository could be made whose names all meet in one place. */
const FACTORS = [randomInt(2 ** 32) | 1, randomInt(2 ** 32) | 1] as const;

/** Names of objects, one behind the other, and a table to look them up: 24 bytes for each, and nothing that a garbage collector sees. */
export class ObjectNames {
  readonly bytes: Buffer;
  /** Bytes of each: 20 for SHA-1, 32 for SHA-256. */
  readonly each: number;
  readonly count: number;
  readonly #slots: Int32Array;

  constructor(bytes: Uint8Array, each: number) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.each = each;
    this.count = bytes.length / each;
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * this.count + 2))).fill(-1);
    for (let number = 0; number < this.count; number++) {
      let slot = this.#slotOf(this.bytes, number * each);
      while (this.#slots[slot] !== -1) slot = (slot + 1) & (this.#slots.length - 1);
      this.#slots[slot] = number;
    }
  }

  name(number: number): Buffer {
    return this.bytes.subarray(number * this.each, (number + 1) * this.each);
  }

  /** Number of the name that stands at `at` in `names`; -1 where it is none of these. */
  find(names: Buffer, at: number): number {
    for (let slot = this.#slotOf(names, at); ; slot = (slot + 1) & (this.#slots.length - 1)) {
      const number = this.#slots[slot] ?? -1;
      if (number === -1) return -1;
      const own = number * this.each;
      if (this.bytes.compare(names, at, at + this.each, own, own + this.each) === 0) return number;
    }
  }

  #slotOf(names: Buffer, at: number): number {
    const mixed = Math.imul(names.readUInt32LE(at), FACTORS[0]) ^ Math.imul(names.readUInt32LE(at + 4), FACTORS[1]);
    return (mixed ^ (mixed >>> 15)) & (this.#slots.length - 1);
  }
}
