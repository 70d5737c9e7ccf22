/** Pieces that are kept as they are: each takes some 40 bytes beside its letters. */
const JOINED_AT = 8_192;

/** A text that is written in pieces, perhaps of a letter each. It takes little more memory than its letters. */
export class Pieces {
  private pieces: string[] = [];
  private readonly joined: string[] = [];

  write(piece: string): void {
    this.pieces.push(piece);
    if (this.pieces.length >= JOINED_AT) this.join();
  }

  /** What was written so far, joined. */
  end(): string {
    this.join();
    return this.joined.join('');
  }

  private join(): void {
    this.joined.push(this.pieces.join(''));
    this.pieces = [];
  }
}

const FIRST_BYTES = 256;

/** Bytes that are written one by one. */
export class ByteRun {
  private bytes = new Uint8Array(FIRST_BYTES);
  private count = 0;

  get isEmpty(): boolean {
    return this.count === 0;
  }

  write(byte: number): void {
    if (this.count === this.bytes.length) {
      const longer = new Uint8Array(2 * this.count);
      longer.set(this.bytes);
      this.bytes = longer;
    }
    this.bytes[this.count] = byte;
    this.count += 1;
  }

  /** What was written since the last call; valid until the next byte is written. */
  take(): Uint8Array {
    const taken = this.bytes.subarray(0, this.count);
    this.count = 0;
    return taken;
  }
}
