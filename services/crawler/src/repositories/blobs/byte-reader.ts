import type { Readable } from 'node:stream';

/** Reads lines and numbers of bytes from a stream, which is paused in between. Returns undefined at the end of the stream. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #chunk: Buffer = Buffer.alloc(0);
  /** Reused for every answer that spans several chunks. */
  #scratch: Buffer = Buffer.alloc(0);
  #isOver = false;

  constructor(stream: Readable) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /** The stream has ended, so its process has, or is about to. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** The next line, without its line break. */
  async line(): Promise<string | undefined> {
    let line = '';
    for (;;) {
      const end = this.#chunk.indexOf(0x0a);
      if (end !== -1) {
        line += this.#chunk.toString('latin1', 0, end);
        this.#chunk = this.#chunk.subarray(end + 1);
        return line;
      }
      line += this.#chunk.toString('latin1');
      if (!(await this.#next())) return undefined;
    }
  }

  /** The next `count` bytes. They are valid until the next call, which may overwrite them. */
  async bytes(count: number): Promise<Buffer | undefined> {
    if (this.#chunk.length >= count) {
      const bytes = this.#chunk.subarray(0, count);
      this.#chunk = this.#chunk.subarray(count);
      return bytes;
    }
    if (this.#scratch.length < count) this.#scratch = Buffer.allocUnsafeSlow(count);
    let filled = 0;
    for (;;) {
      const copied = this.#chunk.copy(this.#scratch, filled, 0, count - filled);
      filled += copied;
      this.#chunk = this.#chunk.subarray(copied);
      if (filled === count) return this.#scratch.subarray(0, count);
      if (!(await this.#next())) return undefined;
    }
  }

  async #next(): Promise<boolean> {
    try {
      const { done, value } = await this.#chunks.next();
      this.#isOver = done === true;
      if (this.#isOver) return false;
      this.#chunk = value;
      return true;
    } catch {
      // A destroyed stream has ended.
      this.#isOver = true;
      return false;
    }
  }
}
