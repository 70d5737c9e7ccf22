import type { Readable } from 'node:stream';

/** Takes lines and counted bytes from a stream, which is held back while nobody asks. Gives undefined at its end. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #chunk: Buffer = Buffer.alloc(0);
  /** Used again for every answer that lies in more than one chunk. */
  #scratch: Buffer = Buffer.alloc(0);

  constructor(stream: Readable) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /** The next line, without its end. */
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

  /** The next `count` bytes. They are valid until the next call, which may write over them. */
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
      if (done === true) return false;
      this.#chunk = value;
      return true;
    } catch {
      // A stream that was destroyed has ended.
      return false;
    }
  }
}
