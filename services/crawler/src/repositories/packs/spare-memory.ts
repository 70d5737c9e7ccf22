/** Larger pieces are returned to the system at once. */
const KEPT_PIECE = 8 * 1024 * 1024;
/** Of all kept pieces. */
const KEPT_BYTES = 32 * 1024 * 1024;
const LEAST_BITS = 10;

/** Memory that is used again: fresh pages for each of a hundred thousand objects take longer than reading them. */
export class SpareMemory {
  /** By the power of two that is their size. */
  readonly #pieces: ArrayBufferLike[][] = Array.from({ length: 32 }, () => []);
  readonly #own = new WeakSet<ArrayBufferLike>();
  #kept = 0;

  /** Memory of `length` bytes, with any content. */
  take(length: number): Uint8Array {
    const bits = Math.max(LEAST_BITS, 32 - Math.clz32(Math.max(0, length - 1)));
    const size = 2 ** bits;
    if (size > KEPT_PIECE) return Buffer.allocUnsafeSlow(length);
    const known = this.#pieces[bits]?.pop();
    if (known !== undefined) {
      this.#kept -= size;
      return new Uint8Array(known, 0, length);
    }
    const piece = Buffer.allocUnsafeSlow(size).buffer;
    this.#own.add(piece);
    return new Uint8Array(piece, 0, length);
  }

  /** Gives memory back that `take` gave; other memory is left alone. Nothing may read it any more. */
  give({ buffer }: Uint8Array): void {
    const size = buffer.byteLength;
    if (!this.#own.has(buffer) || this.#kept + size > KEPT_BYTES) return;
    this.#kept += size;
    this.#pieces[31 - Math.clz32(size)]?.push(buffer);
  }
}
