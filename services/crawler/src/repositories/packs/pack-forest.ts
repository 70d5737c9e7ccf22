import type { FileBytes } from './file-bytes.ts';
import { PackError } from './pack-error.ts';
import { type Entry, EntryReader, placeOf } from './entry-reader.ts';
import { ENTRY } from './pack-entry.ts';
import type { PackIndex } from './pack-index.ts';

/**
 * Wanted objects of a pack and the objects that they are deltas of, as trees: a delta is the child of its base. By node, in shared
 * memory, so that several threads read different trees.
 */
export interface PackForest {
  readonly path: string;
  /** Where the compressed data begin and end in the pack. */
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** Bytes after inflating. */
  readonly sizes: Float64Array;
  /** The base of a delta; -1 for a whole object. */
  readonly bases: Int32Array;
  /** Number of the wanted object, -1 for a base that is not wanted. */
  readonly wanted: Int32Array;
  /** The children of a node are `children[from]` up to, not including, `children[to]`: the one with the most below it last. */
  readonly childrenFrom: Int32Array;
  readonly children: Int32Array;
}

const NEEDED = 1;
const READ = 2;

const sharedInts = (length: number) => new Int32Array(new SharedArrayBuffer(4 * length));
const sharedNumbers = (length: number) => new Float64Array(new SharedArrayBuffer(8 * length));

/** Wanted objects, and their numbers in the index of a pack. */
export interface InIndex {
  readonly wanted: number[];
  readonly numbers: number[];
}

/** Builds the trees that hold the wanted objects. Objects whose entry is damaged, or whose base is, are left out. */
export function buildForest(path: string, pack: FileBytes, index: PackIndex, hashBytes: number, found: InIndex): PackForest {
  const offsets = index.offsets();
  const places = offsets.slice().sort();
  const reader = new EntryReader(pack, index, hashBytes, offsets, places);
  const wantedAt = new Int32Array(places.length).fill(-1);
  const isNeeded = new Uint8Array(places.length);
  for (const [at, number] of found.numbers.entries()) {
    const place = placeOf(places, offsets[number] ?? -1);
    wantedAt[place] = found.wanted[at] ?? -1;
    isNeeded[place] = NEEDED;
  }
  const entries = readEntries(reader, isNeeded);
  return layOut(path, entries, wantedAt);
}

/** What is read of the needed entries, by node, in the order in which they are read. */
interface Entries {
  readonly starts: number[];
  readonly ends: number[];
  readonly sizes: number[];
  /** By node; -2 for what is no blob. */
  readonly basePlaces: number[];
  readonly places: number[];
}

const NO_BLOB = -2;

/** Entries of the needed places and of all their bases. */
function readEntries(reader: EntryReader, isNeeded: Uint8Array): Entries {
  const entries: Entries = { starts: [], ends: [], sizes: [], basePlaces: [], places: [] };
  // A base usually lies before its deltas; one that does not needs another round.
  for (let again = true; again; ) {
    again = false;
    for (let place = isNeeded.length - 1; place >= 0; place--) {
      if (isNeeded[place] !== NEEDED) continue;
      isNeeded[place] = READ;
      const entry = entryOf(reader, place);
      if (entry === undefined) continue;
      const { start, end, size, type, base } = entry;
      entries.places.push(place);
      entries.starts.push(start);
      entries.ends.push(end);
      entries.sizes.push(size);
      entries.basePlaces.push(base === -1 && type !== ENTRY.blob ? NO_BLOB : base);
      if (base === -1 || isNeeded[base] !== 0) continue;
      isNeeded[base] = NEEDED;
      again ||= base > place;
    }
  }
  return entries;
}

function entryOf(reader: EntryReader, place: number): Entry | undefined {
  try {
    return reader.read(place);
  } catch (error) {
    if (error instanceof PackError) return undefined;
    throw error;
  }
}

function layOut(path: string, entries: Entries, wantedAt: Int32Array): PackForest {
  const count = entries.places.length;
  const nodeAt = new Int32Array(wantedAt.length).fill(-1);
  for (const [node, place] of entries.places.entries()) nodeAt[place] = node;
  const forest = {
    path,
    starts: sharedNumbers(count),
    ends: sharedNumbers(count),
    sizes: sharedNumbers(count),
    bases: sharedInts(count),
    wanted: sharedInts(count),
    childrenFrom: sharedInts(count + 1),
    children: sharedInts(count),
  };
  forest.starts.set(entries.starts);
  forest.ends.set(entries.ends);
  forest.sizes.set(entries.sizes);
  for (const [node, place] of entries.places.entries()) {
    const base = entries.basePlaces[node] ?? NO_BLOB;
    forest.wanted[node] = wantedAt[place] ?? -1;
    // What is no blob, and deltas of what could not be read, are their own bases: no tree reaches them.
    forest.bases[node] = base === -1 ? -1 : base === NO_BLOB || nodeAt[base] === -1 ? node : (nodeAt[base] ?? node);
  }
  fillChildren(forest);
  return forest;
}

function fillChildren({ bases, childrenFrom, children }: PackForest): void {
  const count = bases.length;
  for (const [node, base] of bases.entries()) if (base >= 0 && base !== node) childrenFrom[base + 1] = (childrenFrom[base + 1] ?? 0) + 1;
  for (let node = 0; node < count; node++) childrenFrom[node + 1] = (childrenFrom[node + 1] ?? 0) + (childrenFrom[node] ?? 0);
  const next = childrenFrom.slice();
  for (const [node, base] of bases.entries()) {
    if (base < 0 || base === node) continue;
    const place = next[base] ?? 0;
    children[place] = node;
    next[base] = place + 1;
  }
  const below = weights({ bases, childrenFrom, children });
  for (let node = 0; node < count; node++) {
    const own = children.subarray(childrenFrom[node], childrenFrom[node + 1]);
    if (own.length > 1) own.sort((left, right) => (below[left] ?? 0) - (below[right] ?? 0));
  }
}

/** How many nodes are below each node, itself included. */
function weights({ bases, childrenFrom, children }: Pick<PackForest, 'bases' | 'childrenFrom' | 'children'>): Int32Array {
  const order = new Int32Array(bases.length);
  let filled = 0;
  for (const [node, base] of bases.entries()) if (base === -1) order[filled++] = node;
  for (let at = 0; at < filled; at++) {
    const node = order[at] ?? 0;
    for (let child = childrenFrom[node] ?? 0; child < (childrenFrom[node + 1] ?? 0); child++) order[filled++] = children[child] ?? 0;
  }
  const below = new Int32Array(bases.length).fill(1);
  for (let at = filled - 1; at >= 0; at--) {
    const node = order[at] ?? 0;
    const base = bases[node] ?? -1;
    if (base !== -1) below[base] = (below[base] ?? 0) + (below[node] ?? 0);
  }
  return below;
}
