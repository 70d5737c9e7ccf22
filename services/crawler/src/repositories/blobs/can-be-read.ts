import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { types } from 'node:util';

/**
 * Whether every pack of a mirror, and what it may have of some objects beside them, can be opened and read. git calls the objects of a pack missing that it cannot
 * open, without a word about the reason: the machine has too many open files, or the disk fails.
 */
export async function canBeRead(directory: string, oids: readonly string[]): Promise<boolean> {
  try {
    const folder = join(directory, 'objects/pack');
    const packs = (await readdir(folder)).filter((name) => /\.(idx|pack)$/.test(name)).map((name) => join(folder, name));
    const loose = oids.map((oid) => join(directory, 'objects', oid.slice(0, 2), oid.slice(2)));
    for (const path of packs) await readByte(path);
    for (const path of loose) await readByte(path).catch(ignoreAbsent);
    return true;
  } catch {
    return false;
  }
}

async function readByte(path: string): Promise<void> {
  const file = await open(path);
  try {
    await file.read(Buffer.alloc(1), 0, 1, 0);
  } finally {
    await file.close();
  }
}

function ignoreAbsent(error: unknown): void {
  if (!(types.isNativeError(error) && 'code' in error && error.code === 'ENOENT')) throw error;
}
