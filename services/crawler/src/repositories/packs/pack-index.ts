import { FileBytes } from './file-bytes.ts';
import { PackError } from './pack-error.ts';

const MAGIC = 0xff744f63;
const VERSION = 2;
const FANOUT = 8;
const NAMES = FANOUT + 256 * 4;
const LARGE = 0x80000000;
/** Objects of one pack: laying them out takes 30 bytes for each. Only a handful of repositories have more (Linux has 10.5 million). */
const MAX_OBJECTS = 5_000_000;
/** Names that are kept for further look-ups. */
const KEPT_BYTES = 32 * 1024 * 1024;
/** Names of no more bytes are read at once: most packs of a mirror are those of small fetches. */
const SMALL_BYTES = 1024 * 1024;

/** The index of a pack (version 2): which object begins where. Names are read as they are asked for, a 256th of them at a time. */
export class PackIndex {
  readonly count: number;
  readonly #file: FileBytes;
  readonly #hashBytes: number;
  readonly #fanout: Uint32Array;
  readonly #large: number;
  readonly #names = new Map<number, Buffer>();
  #kept = 0;
  #all: Buffer | undefined;

  /** @param hashBytes 20 for SHA-1, 32 for SHA-256. @throws PackError */
  constructor(path: string, hashBytes: number) {
    this.#file = new FileBytes(path);
    this.#hashBytes = hashBytes;
    try {
      const head = this.#file.read(0, NAMES);
      if (head.readUInt32BE(0) !== MAGIC || head.readUInt32BE(4) !== VERSION)
        throw new PackError('unsupported', `${path} is not an index of version ${VERSION}`);
      this.#fanout = Uint32Array.from({ length: 256 }, (_, byte) => head.readUInt32BE(FANOUT + 4 * byte));
      this.count = this.#fanout[255] ?? 0;
      if (this.#fanout.some((value, byte) => byte > 0 && value < (this.#fanout[byte - 1] ?? 0)))
        throw new PackError('damaged', `the table of ${path} is not sorted`);
      if (this.count > MAX_OBJECTS) throw new PackError('over_bound', `${path} has more than ${MAX_OBJECTS} objects`);
      const small = this.#offsetsAt + 4 * this.count;
      this.#large = (this.#file.size - 2 * hashBytes - small) / 8;
      if (this.#large < 0 || !Number.isInteger(this.#large)) throw new PackError('damaged', `${path} has the wrong size`);
    } catch (error) {
      this.#file.close();
      throw error;
    }
  }

  /** Number of an object by its name; -1 when the pack does not have it. */
  find(name: Uint8Array): number {
    const first = name[0] ?? 0;
    const from = first === 0 ? 0 : (this.#fanout[first - 1] ?? 0);
    let low = from;
    let high = this.#fanout[first] ?? 0;
    if (low === high) return -1;
    const names = this.#namesOf(first, low, high);
    while (low < high) {
      const middle = (low + high) >>> 1;
      const at = (middle - from) * this.#hashBytes;
      const order = names.compare(name, 0, this.#hashBytes, at, at + this.#hashBytes);
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return -1;
  }

  /** Every object: where its name begins in `names`, and its number. */
  forEach(take: (names: Buffer, at: number, number: number) => void): void {
    for (let first = 0; first < 256; first++) {
      const from = first === 0 ? 0 : (this.#fanout[first - 1] ?? 0);
      const to = this.#fanout[first] ?? 0;
      if (from === to) continue;
      const names = this.#namesOf(first, from, to);
      for (let number = from; number < to; number++) take(names, (number - from) * this.#hashBytes, number);
    }
  }

  /** Where the objects begin in the pack, by their numbers. */
  offsets(): Float64Array {
    const small = this.#file.read(this.#offsetsAt, 4 * this.count);
    const large = this.#file.read(this.#offsetsAt + 4 * this.count, 8 * this.#large);
    const offsets = new Float64Array(this.count);
    for (let at = 0; at < this.count; at++) {
      const value = small.readUInt32BE(4 * at);
      if (value < LARGE) offsets[at] = value;
      else if (value - LARGE < this.#large) offsets[at] = Number(large.readBigUInt64BE(8 * (value - LARGE)));
      else throw new PackError('damaged', 'an index names an offset that it does not have');
    }
    return offsets;
  }

  close(): void {
    this.#file.close();
  }

  /** Names are followed by a checksum of four bytes for each object, then by the offsets. */
  get #offsetsAt(): number {
    return NAMES + this.count * (this.#hashBytes + 4);
  }

  #namesOf(first: number, from: number, to: number): Buffer {
    if (this.count * this.#hashBytes <= SMALL_BYTES) {
      this.#all ??= this.#file.read(NAMES, this.count * this.#hashBytes);
      return this.#all.subarray(from * this.#hashBytes, to * this.#hashBytes);
    }
    const known = this.#names.get(first);
    if (known !== undefined) return known;
    const names = this.#file.read(NAMES + from * this.#hashBytes, (to - from) * this.#hashBytes);
    if (this.#kept + names.length > KEPT_BYTES) {
      this.#names.clear();
      this.#kept = 0;
    }
    this.#names.set(first, names);
    this.#kept += names.length;
    return names;
  }
}
