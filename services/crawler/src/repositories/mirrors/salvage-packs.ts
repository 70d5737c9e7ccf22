import { randomUUID } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { GitConnection } from '../git/git-connection.ts';
import { EveryObject, type PackedObject } from '../packs/every-object.ts';
import { PackError } from '../packs/pack-error.ts';
import { addLoose, OBJECT_BYTES } from './loose-objects.ts';
import { hashBytesOf } from './mirror-directory.ts';
import { insideFolder } from './mirror-files.ts';
import { notHere } from './missing-objects.ts';

/** Objects that are written one by one; each is a file. A damaged repository with more keeps the others unread. */
const OBJECTS_MAX = 1_000_000;
/** The list of packs; a line has 60 bytes. */
const LIST_BYTES = 1024 * 1024;
const NAMES_AT_ONCE = 10_000;
/** Reading a pack is work of the event loop, which others need as well. */
const SLICE_MS = 20;

/**
 * Gets the packs of a damaged remote as they are, and adds every object to the mirror that can be read from them. git itself refuses a pack
 * with a damaged object; its index says where the others begin. Every object is checked against its name.
 */
export async function salvagePacks(connection: GitConnection): Promise<void> {
  await insideFolder(join(connection.directory, 'objects'), (objects) => salvageInto(connection, objects));
}

async function salvageInto(connection: GitConnection, objects: string): Promise<void> {
  // Named as git's own leftovers, so that it counts for the bounds and is deleted after a crash.
  const raw = join(objects, `tmp_raw_${randomUUID()}`);
  const [pack, index] = [`${raw}.pack`, `${raw}.idx`];
  let left = OBJECTS_MAX;
  try {
    for (const name of await packNames(connection, raw)) {
      connection.watch.check();
      const isThere =
        (await connection.getFile(`objects/pack/${name}.idx`, index)) && (await connection.getFile(`objects/pack/${name}.pack`, pack));
      connection.watch.check();
      await connection.watch.checkSize();
      const hashBytes = (await hashBytesOf(connection.directory)) ?? 20;
      if (isThere) left -= await addObjects(connection, { objects, pack, index, hashBytes }, left);
    }
  } finally {
    for (const path of [raw, pack, index]) await rm(path, { force: true });
  }
}

/** Names of the remote's packs, without `.pack`. */
async function packNames({ getFile }: GitConnection, target: string): Promise<readonly string[]> {
  if (!(await getFile('objects/info/packs', target)) || (await stat(target)).size > LIST_BYTES) return [];
  const list = await readFile(target, 'latin1');
  return [...list.matchAll(/^P (pack-[0-9a-f]{40,64})\.pack$/gm)].map(([, name = '']) => name);
}

interface RawPack {
  /** Folder of the mirror's objects. */
  readonly objects: string;
  readonly pack: string;
  readonly index: string;
  readonly hashBytes: 20 | 32;
}

/** Adds what the mirror does not have, up to `most` objects; returns how many. */
async function addObjects(connection: GitConnection, { objects, pack, index, hashBytes }: RawPack, most: number): Promise<number> {
  const reader = attempt(() => new EveryObject(pack, index, hashBytes, OBJECT_BYTES));
  if (reader === undefined) return 0;
  let added = 0;
  try {
    const numbers = attempt(() => reader.names(hashBytes)) ?? new Map<string, number>();
    const names = [...numbers.keys()];
    let slice = performance.now();
    for (let from = 0; from < names.length; from += NAMES_AT_ONCE) {
      for (const name of await notHere(connection, names.slice(from, from + NAMES_AT_ONCE))) {
        if (added === most) return added;
        const object = attempt(() => reader.read(numbers.get(name) ?? -1));
        if (object !== undefined && (await addLoose(objects, name, withHeader(object)))) added += 1;
        if (performance.now() - slice < SLICE_MS) continue;
        await setImmediate();
        connection.watch.check();
        slice = performance.now();
      }
    }
  } finally {
    reader.close();
  }
  return added;
}

/** An object as its name was made of it. */
const withHeader = ({ kind, bytes }: PackedObject): Buffer => Buffer.concat([Buffer.from(`${kind} ${bytes.length}\0`), bytes]);

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof PackError) return undefined;
    throw error;
  }
}
