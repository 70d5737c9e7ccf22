import { chmod, lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Whether a folder contains a mirror, complete or partial. */
export async function isMirror(directory: string): Promise<boolean> {
  const names: readonly string[] = await readdir(directory).catch(() => []);
  return ['HEAD', 'config', 'objects', 'refs'].every((name) => names.includes(name));
}

/** Creates a folder that only its owner can enter. An existing one is closed to others, as long as this account owns it. */
export async function ownFolder(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  // A volume may belong to another account, which then decides who can enter it.
  await chmod(directory, 0o700).catch(() => undefined);
}

/**
 * Deletes what a killed git leaves in a mirror: partial packs, which would count towards the size limit forever, and lock
 * files, which would block every later update. No git process may be working on the mirror.
 */
export async function clearLeftovers(directory: string): Promise<void> {
  for await (const path of filesBelow(directory)) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const temporary = path.startsWith(join(directory, 'objects')) && /^(tmp_|\.tmp-|incoming-)/.test(name);
    // git does not allow a ref name that ends in .lock.
    if (temporary || name.endsWith('.lock')) await rm(path, { force: true });
  }
}

/** Bytes of a mirror's objects on disk, including those that are being received. */
export async function mirrorBytes(directory: string): Promise<number> {
  let bytes = 0;
  for await (const path of filesBelow(join(directory, 'objects'))) {
    bytes += (await lstat(path).catch(() => undefined))?.size ?? 0;
  }
  return bytes;
}

/** Whether a folder and those in it have more files than `most`. */
export async function hasMoreFiles(directory: string, most: number): Promise<boolean> {
  let count = 0;
  for await (const _ of filesBelow(directory)) {
    count += 1;
    if (count > most) return true;
  }
  return false;
}

async function* filesBelow(directory: string): AsyncGenerator<string> {
  // A file may vanish during the walk, because git is working.
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}
