import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import type { GitConnection } from '../git/git-connection.ts';
import { giveToGit, insideFolder, writeForGit } from './mirror-files.ts';

/** Larger objects stay unread: one of them is in memory, packed and unpacked. */
export const OBJECT_BYTES = 64 * 1024 * 1024;
/** `blob`, its size and a NUL. */
const HEADER_BYTES = 32;

const compress = promisify(deflate);
const decompress = promisify(inflate);

/** Writes an object as a file of its own. `content` begins with its kind and size. False when it is not what its name says. */
export async function addLoose(objects: string, name: string, content: Buffer): Promise<boolean> {
  const algorithm = name.length === 64 ? 'sha256' : 'sha1';
  if (createHash(algorithm).update(content).digest('hex') !== name) return false;
  const folder = join(objects, name.slice(0, 2));
  if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined) await giveToGit(folder);
  const compressed = await compress(content);
  await insideFolder(folder, async (inner) => {
    const temporary = join(inner, `tmp_obj_${randomUUID()}`);
    await writeForGit(temporary, compressed, 0o400);
    await rename(temporary, join(inner, name.slice(2)));
  });
  return true;
}

/** Gets an object that a damaged remote has as a file of its own, where it gives the file and that is whole. Returns whether the mirror has it now. */
export async function getLoose(connection: GitConnection, name: string): Promise<boolean> {
  if (!/^[0-9a-f]{40,64}$/.test(name)) return false;
  return insideFolder(join(connection.directory, 'objects'), async (objects) => {
    // Named as git's own leftovers, so that it counts for the bounds and is deleted after a crash.
    const raw = join(objects, `tmp_raw_${randomUUID()}`);
    try {
      const isThere = await connection.getFile(`objects/${name.slice(0, 2)}/${name.slice(2)}`, raw);
      connection.watch.check();
      await connection.watch.checkSize();
      if (!isThere || (await stat(raw)).size > OBJECT_BYTES) return false;
      const content = await decompress(await readFile(raw), { maxOutputLength: OBJECT_BYTES + HEADER_BYTES }).catch(() => undefined);
      return content !== undefined && (await addLoose(objects, name, content));
    } finally {
      await rm(raw, { force: true });
    }
  });
}
