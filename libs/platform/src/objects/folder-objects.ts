import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newId } from '../crypto/ids.ts';
import { assertObjectKey, type ObjectStore, type ReadObject } from './objects.port.ts';

const isMissing = (error: unknown) => typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';

/** What is being written; no key begins with a dot. */
const PARTS = '.parts';
/** A part that nobody has written to for so long was left by a killed process. In milliseconds. */
const LEFT_MS = 3_600_000;

/** Objects as files below a folder; written beside and renamed, so a reader never sees half of one. */
export class FolderObjects implements ObjectStore {
  private readonly folder: string;
  private cleared = Number.NEGATIVE_INFINITY;

  constructor(folder: string) {
    this.folder = folder;
  }

  put(key: string, bytes: Uint8Array): Promise<void> {
    return this.write(key, (beside) => writeFile(beside, bytes, { mode: 0o600 }));
  }

  putFile(key: string, path: string): Promise<void> {
    return this.write(key, (beside) => copyFile(path, beside));
  }

  async read(key: string): Promise<ReadObject | undefined> {
    try {
      const file = await open(this.pathOf(key));
      return { stream: file.createReadStream(), bytes: (await file.stat()).size };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    try {
      return await readFile(this.pathOf(key));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    await rm(this.pathOf(key), { force: true });
  }

  private async write(key: string, fill: (part: string) => Promise<void>): Promise<void> {
    const path = this.pathOf(key);
    const parts = join(this.folder, PARTS);
    await mkdir(parts, { recursive: true, mode: 0o700 });
    await this.clearLeft(parts);
    await mkdir(dirname(path), { recursive: true });
    const part = join(parts, newId());
    try {
      await fill(part);
      await rename(part, path);
    } finally {
      // Renamed, it is not there; else it is half of an object.
      await rm(part, { force: true });
    }
  }

  /** Removes what killed processes left, at the first object and once an hour: nothing else knows of it, and it holds what objects hold. */
  private async clearLeft(parts: string): Promise<void> {
    const now = Date.now();
    if (now - this.cleared < LEFT_MS) return;
    this.cleared = now;
    for (const name of await readdir(parts)) {
      const part = join(parts, name);
      const written = await stat(part).catch(() => undefined);
      if (written !== undefined && written.mtimeMs < now - LEFT_MS) await rm(part, { force: true });
    }
  }

  private pathOf(key: string): string {
    assertObjectKey(key);
    return join(this.folder, key);
  }
}
