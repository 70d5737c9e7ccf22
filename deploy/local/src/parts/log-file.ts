import { createWriteStream, type WriteStream } from 'node:fs';

/** While the disk is full the file is tried again after this. */
const RETRY_MS = 1_000;

/** The output of a program. What cannot be written is left out: a full disk must not end the program that writes it. */
export class LogFile {
  private readonly path: string;
  private stream: WriteStream | undefined;
  private failedAt = 0;

  constructor(path: string) {
    this.path = path;
    this.stream = this.open();
  }

  write(chunk: Buffer): void {
    if (this.stream === undefined && Date.now() - this.failedAt > RETRY_MS) this.stream = this.open();
    this.stream?.write(chunk);
  }

  end(): void {
    this.stream?.end();
  }

  private open(): WriteStream {
    const stream = createWriteStream(this.path, { flags: 'a', mode: 0o600 });
    stream.on('error', () => {
      if (this.stream !== stream) return;
      this.stream = undefined;
      this.failedAt = Date.now();
    });
    return stream;
  }
}
