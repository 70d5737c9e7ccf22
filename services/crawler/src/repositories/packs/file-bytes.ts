import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { PackError } from './pack-error.ts';

/** A file that is read at any place, synchronously: threads read, not the event loop. */
export class FileBytes {
  readonly size: number;
  readonly #descriptor: number;
  readonly #path: string;

  /** @throws PackError damaged when the file cannot be opened */
  constructor(path: string) {
    this.#path = path;
    try {
      this.#descriptor = openSync(path, 'r');
    } catch {
      throw new PackError('damaged', `${path} cannot be opened`);
    }
    this.size = fstatSync(this.#descriptor).size;
  }

  /** Fills `target` from `position` on. @throws PackError damaged when the file ends before */
  readInto(target: Uint8Array, position: number): void {
    for (let filled = 0; filled < target.length; ) {
      const read = this.#readSome(target, filled, position + filled);
      if (read === 0) throw new PackError('damaged', `${this.#path} ends early`);
      filled += read;
    }
  }

  read(position: number, length: number): Buffer {
    if (length < 0 || position + length > this.size) throw new PackError('damaged', `${this.#path} ends early`);
    const bytes = Buffer.allocUnsafeSlow(length);
    this.readInto(bytes, position);
    return bytes;
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #readSome(target: Uint8Array, offset: number, position: number): number {
    try {
      return readSync(this.#descriptor, target, offset, target.length - offset, position);
    } catch {
      throw new PackError('damaged', `${this.#path} cannot be read`);
    }
  }
}
