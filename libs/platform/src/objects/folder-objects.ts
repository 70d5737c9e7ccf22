import { copyFile, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newId } from '../crypto/ids.ts';
import { assertObjectKey, type ObjectStore, type ReadObject } from './objects.port.ts';

const isMissing = (error: unknown) => typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';

/** Objects as files below a folder; written beside and renamed, so a reader never sees half of one. */
export class FolderObjects implements ObjectStore {
  private readonly folder: string;

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

  private async write(key: string, fill: (beside: string) => Promise<void>): Promise<void> {
    const path = this.pathOf(key);
    await mkdir(dirname(path), { recursive: true });
    const beside = `${path}.${newId()}.part`;
    try {
      await fill(beside);
      await rename(beside, path);
    } finally {
      // Renamed, it is not there; else it is half of an object.
      await rm(beside, { force: true });
    }
  }

  private pathOf(key: string): string {
    assertObjectKey(key);
    return join(this.folder, key);
  }
}
