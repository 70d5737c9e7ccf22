import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FileBytes } from './file-bytes.ts';
import { requireOwnObjects, requirePack } from './find-forests.ts';
import { buildForest, type PackForest } from './pack-forest.ts';
import { PackError } from './pack-error.ts';
import { PackIndex } from './pack-index.ts';

/** Every blob of some packs. */
export interface PackBlobs {
  /** The number of a blob is its place in `oids`. */
  readonly forests: readonly PackForest[];
  /** Names, one behind the other, in shared memory. */
  readonly oids: Uint8Array<SharedArrayBuffer>;
}

/**
 * Finds the blobs of packs without their names: whatever is a delta of a blob is one. A damaged pack is passed over.
 * @param objects the folder `objects` of the mirror
 * @param packs names of files in its folder `pack`, without their endings
 * @param most objects of all kinds in all packs
 * @throws PackError unsupported when objects may be elsewhere, over_bound
 */
export function blobsOfPacks(objects: string, packs: readonly string[], each: number, most: number): PackBlobs {
  requireOwnObjects(objects);
  const found: { readonly forest: PackForest; readonly names: Buffer }[] = [];
  let left = most;
  let blobs = 0;
  for (const pack of packs) {
    const path = join(objects, 'pack', pack);
    if (!existsSync(`${path}.idx`)) continue;
    try {
      const of = blobsOf(path, each, left, blobs);
      left -= of.objects;
      blobs += of.names.length / each;
      found.push(of);
    } catch (error) {
      if (!(error instanceof PackError) || error.code !== 'damaged') throw error;
    }
  }
  const oids = new Uint8Array(new SharedArrayBuffer(blobs * each));
  let at = 0;
  for (const { names } of found) {
    oids.set(names, at);
    at += names.length;
  }
  return { forests: found.map(({ forest }) => forest), oids };
}

function blobsOf(path: string, each: number, most: number, first: number) {
  const index = new PackIndex(`${path}.idx`, each);
  let pack: FileBytes | undefined;
  try {
    if (index.count > most) throw new PackError('over_bound', `${path} and the packs before it have more objects than the bound`);
    pack = new FileBytes(`${path}.pack`);
    requirePack(path, pack);
    const numbers = Array.from({ length: index.count }, (_, number) => number);
    const forest = buildForest(`${path}.pack`, pack, index, each, { wanted: numbers, numbers });
    return { forest, objects: index.count, names: nameBlobs(forest, index, each, first) };
  } finally {
    index.close();
    pack?.close();
  }
}

/** Numbers the blobs of a forest from `first` on, in the order of the index; other nodes are not wanted. Returns the names. */
function nameBlobs({ bases, wanted, childrenFrom, children }: PackForest, index: PackIndex, each: number, first: number): Buffer {
  const nodeOf = new Int32Array(index.count).fill(-1);
  const take = (node: number) => {
    nodeOf[wanted[node] ?? -1] = node;
    for (let at = childrenFrom[node] ?? 0; at < (childrenFrom[node + 1] ?? 0); at++) below.push(children[at] ?? 0);
  };
  const below: number[] = [];
  for (const [node, base] of bases.entries()) {
    if (base === -1) take(node);
    for (let next = below.pop(); next !== undefined; next = below.pop()) take(next);
  }
  wanted.fill(-1);
  const names = Buffer.allocUnsafe(nodeOf.reduce((sum, node) => sum + (node === -1 ? 0 : each), 0));
  let count = 0;
  index.forEach((bytes, at, number) => {
    const node = nodeOf[number] ?? -1;
    if (node === -1) return;
    bytes.copy(names, count * each, at, at + each);
    wanted[node] = first + count;
    count += 1;
  });
  return names;
}
