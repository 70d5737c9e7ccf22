import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { FileBytes } from './file-bytes.ts';
import { buildForest, type InIndex, type PackForest } from './pack-forest.ts';
import { PackError } from './pack-error.ts';
import type { ObjectNames } from './object-names.ts';
import { PackIndex } from './pack-index.ts';

const PACK_MAGIC = 'PACK';
const PACK_VERSIONS: readonly number[] = [2, 3];
/** Packs of a mirror; every fetch adds one. */
const MAX_PACKS = 20_000;

export interface FoundObjects {
  readonly forests: readonly PackForest[];
  /** Numbers of wanted objects that no pack has. */
  readonly loose: readonly number[];
}

/**
 * Finds wanted objects in the packs of a mirror, the newest pack first: of packs without them only the index is read. A damaged pack is
 * passed over; what it has alone is left out.
 * @param objects the folder `objects` of the mirror
 * @throws PackError unsupported when objects may be elsewhere, over_bound
 */
export function findForests(objects: string, wanted: ObjectNames): FoundObjects {
  requireOwnObjects(objects);
  const isFound = new Uint8Array(wanted.count);
  const forests: PackForest[] = [];
  let left = wanted.count;
  for (const name of packNames(objects)) {
    if (left === 0) break;
    const forest = damagedAsNone(() => forestIn(join(objects, 'pack', name), wanted, isFound, left));
    if (forest === undefined) continue;
    forests.push(forest);
    for (const number of forest.wanted) {
      if (number === -1 || isFound[number] === 1) continue;
      isFound[number] = 1;
      left -= 1;
    }
  }
  const loose: number[] = [];
  for (const [number, found] of isFound.entries()) if (found === 0) loose.push(number);
  return { forests, loose };
}

/** @throws PackError unsupported */
export function requireOwnObjects(objects: string): void {
  if (existsSync(join(objects, 'info', 'alternates'))) throw new PackError('unsupported', 'the mirror has alternates');
}

/** @throws PackError damaged */
export function requirePack(path: string, pack: FileBytes): void {
  const head = pack.read(0, 12);
  if (head.toString('latin1', 0, 4) !== PACK_MAGIC || !PACK_VERSIONS.includes(head.readUInt32BE(4)))
    throw new PackError('damaged', `${path} is no pack`);
}

function damagedAsNone<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof PackError && error.code === 'damaged') return undefined;
    throw error;
  }
}

/** The trees of one pack; undefined where it has none of the objects that are left. */
function forestIn(path: string, wanted: ObjectNames, isFound: Uint8Array, left: number): PackForest | undefined {
  const index = new PackIndex(`${path}.idx`, wanted.each);
  let pack: FileBytes | undefined;
  try {
    const found: InIndex = { wanted: [], numbers: [] };
    const take = (number: number, inIndex: number) => {
      if (number === -1 || inIndex === -1 || isFound[number] === 1) return;
      found.wanted.push(number);
      found.numbers.push(inIndex);
    };
    // Whichever is shorter is walked through, and looked up in the other.
    if (index.count < left) index.forEach((names, at, inIndex) => take(wanted.find(names, at), inIndex));
    else for (const [number, known] of isFound.entries()) if (known === 0) take(number, index.find(wanted.name(number)));
    if (found.wanted.length === 0) return undefined;
    pack = new FileBytes(`${path}.pack`);
    requirePack(path, pack);
    return buildForest(`${path}.pack`, pack, index, wanted.each, found);
  } finally {
    index.close();
    pack?.close();
  }
}

/** Names of the packs without their endings, the newest first. @throws PackError over_bound */
export function packNames(objects: string): readonly string[] {
  const folder = join(objects, 'pack');
  if (!existsSync(folder)) return [];
  const files = new Set(readdirSync(folder));
  const names = [...files].filter((file) => file.endsWith('.idx')).map((file) => file.slice(0, -'.idx'.length));
  if (names.length > MAX_PACKS) throw new PackError('over_bound', `the mirror has more than ${MAX_PACKS} packs`);
  const packs = names.filter((name) => files.has(`${name}.pack`));
  const ages = new Map(packs.map((name) => [name, statSync(join(folder, `${name}.pack`)).mtimeMs]));
  return packs.sort((left, right) => (ages.get(right) ?? 0) - (ages.get(left) ?? 0));
}
