import { CopiedRanges, MAX_RANGES } from '@leakwatch/matching';
import { applyDelta, type DeltaHead, readDeltaHead } from './delta.ts';
import { KERNEL } from './delta-kernel.wasm.ts';
import { PackError } from './pack-error.ts';

const WASM_PAGE = 65_536;
/** Larger pieces are not kept. */
const LARGEST_PIECE = 8 * 1024 * 1024;
/** Of all pieces. The system gives a page when it is first used. */
const PIECES_BYTES = 32 * 1024 * 1024;
const LEAST_BITS = 10;
const RANGES_BYTES = 3 * MAX_RANGES * Int32Array.BYTES_PER_ELEMENT;
const FIRST_PIECE = RANGES_BYTES;
const PIECES_END = FIRST_PIECE + PIECES_BYTES;
/** Behind the pieces: the kernel reads a whole instruction before it sees that its delta has ended. */
const MARGIN = WASM_PAGE;

/** What the kernel says instead of a number of ranges. */
const FAULTS = new Map([
  [-1, 'a delta has an unknown instruction'],
  [-2, 'a delta inserts more than it has'],
  [-3, 'a delta copies what its base does not have'],
  [-4, 'a delta ends before its result does'],
]);

let compiled: WebAssembly.Module | undefined;
/** Of walks of this thread that are over: fresh pages for each walk take longer than reading a few hundred objects. */
const spare: ObjectMemory[] = [];

/**
 * Memory for the objects of a walk, which is used again, and in which a kernel makes objects of deltas. What does not fit is in memory of its
 * own, and is made without the kernel.
 */
export class ObjectMemory {
  readonly #buffer: ArrayBufferLike;
  readonly #apply: (...numbers: readonly number[]) => number;
  /** Pieces that are free, by the power of two that is their size. */
  readonly #free: number[][] = Array.from({ length: 32 }, () => []);
  #next = FIRST_PIECE;
  /** What the object that was made last has in common with its base. */
  readonly copies: CopiedRanges;

  constructor() {
    const pages = (PIECES_END + MARGIN) / WASM_PAGE;
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    compiled ??= new WebAssembly.Module(Buffer.from(KERNEL, 'base64'));
    const { apply } = new WebAssembly.Instance(compiled, { env: { memory } }).exports;
    if (typeof apply !== 'function') throw new TypeError('not the kernel of deltas');
    this.#apply = (...numbers) => Number(apply(...numbers));
    this.#buffer = memory.buffer;
    this.copies = new CopiedRanges(new Int32Array(memory.buffer, 0, 3 * MAX_RANGES));
  }

  /** The memory of an earlier walk of this thread, or a new one. */
  static open(): ObjectMemory {
    const memory = spare.pop() ?? new ObjectMemory();
    memory.reset();
    return memory;
  }

  /** Nothing that it gave may be read any more. */
  close(): void {
    spare.push(this);
  }

  /** Takes all pieces back. */
  reset(): void {
    this.#next = FIRST_PIECE;
    for (const pieces of this.#free) pieces.length = 0;
  }

  /** Memory of `length` bytes, with any content. */
  take(length: number): Uint8Array {
    const bits = bitsOf(length);
    const size = 2 ** bits;
    const free = this.#free[bits]?.pop();
    if (free !== undefined) return new Uint8Array(this.#buffer, free, length);
    if (size > LARGEST_PIECE || this.#next + size > PIECES_END) return Buffer.allocUnsafeSlow(length);
    const place = this.#next;
    this.#next += size;
    return new Uint8Array(this.#buffer, place, length);
  }

  /** Gives memory back that `take` gave, or the beginning of it; other memory is left alone. Nothing may read it any more. */
  give({ buffer, byteOffset, length }: Uint8Array): void {
    if (buffer === this.#buffer) this.#free[bitsOf(length)]?.push(byteOffset);
  }

  /**
   * Makes the object that a delta makes of its base, and `copies`.
   * @param fits throws where an object of this size is too large
   * @throws PackError damaged
   */
  applied(delta: Uint8Array, base: Uint8Array, fits: (size: number) => void): Uint8Array {
    const head = readDeltaHead(delta);
    if (head.baseSize !== base.length) throw new PackError('damaged', 'a delta has another base than its own');
    fits(head.resultSize);
    const target = this.take(head.resultSize);
    if ([delta, base, target].every(({ buffer }) => buffer === this.#buffer)) this.#applyInPlace(delta, head, base, target);
    else applyDelta(delta, head, base, target, this.copies);
    return target;
  }

  #applyInPlace(delta: Uint8Array, { length }: DeltaHead, base: Uint8Array, target: Uint8Array): void {
    const { byteOffset: start } = delta;
    const count = this.#apply(start + length, start + delta.length, base.byteOffset, base.length, target.byteOffset, target.length, 0);
    if (count < 0) throw new PackError('damaged', FAULTS.get(count) ?? 'a delta is damaged');
    this.copies.isCut = count > MAX_RANGES;
    this.copies.count = Math.min(count, MAX_RANGES);
  }
}

const bitsOf = (length: number): number => Math.max(LEAST_BITS, 32 - Math.clz32(Math.max(0, length - 1)));
