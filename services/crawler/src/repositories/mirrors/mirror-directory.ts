import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Whether a folder holds a mirror, whole or half filled. */
export async function isMirror(directory: string): Promise<boolean> {
  const names: readonly string[] = await readdir(directory).catch(() => []);
  return ['HEAD', 'config', 'objects', 'refs'].every((name) => names.includes(name));
}

/**
 * Takes away what a killed git leaves in a mirror: half received packs, which would count towards the size bound for
 * ever, and lock files, which would stop every later update. Only when no git works on the mirror.
 */
export async function clearLeftovers(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  for await (const path of filesBelow(directory)) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const temporary = path.startsWith(join(directory, 'objects')) && /^(tmp_|\.tmp-|incoming-)/.test(name);
    // A ref's own name never ends in .lock; git forbids it.
    if (temporary || name.endsWith('.lock')) await rm(path, { force: true });
  }
}

/** Bytes that a mirror's objects take, those that are being received among them. */
export async function mirrorBytes(directory: string): Promise<number> {
  let bytes = 0;
  for await (const path of filesBelow(join(directory, 'objects'))) {
    bytes += (await lstat(path).catch(() => undefined))?.size ?? 0;
  }
  return bytes;
}

async function* filesBelow(directory: string): AsyncGenerator<string> {
  // What vanishes while it is walked is git's own work going on.
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}
