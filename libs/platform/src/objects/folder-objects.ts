import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newId } from '../crypto/ids.ts';
import { assertObjectKey, type ObjectStore } from './objects.port.ts';

const isMissing = (error: unknown) => typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';

/** Objects as files below a folder; written beside and renamed, so a reader never sees half of one. */
export class FolderObjects implements ObjectStore {
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const path = this.pathOf(key);
    await mkdir(dirname(path), { recursive: true });
    const beside = `${path}.${newId()}.part`;
    await writeFile(beside, bytes, { mode: 0o600 });
    await rename(beside, path);
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

  private pathOf(key: string): string {
    assertObjectKey(key);
    return join(this.folder, key);
  }
}
