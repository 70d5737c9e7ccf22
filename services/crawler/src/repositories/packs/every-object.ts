import { CopiedRanges } from '@leakwatch/matching';
import { applyDelta, readDeltaHead } from './delta.ts';
import { type Entry, EntryReader, placeOf } from './entry-reader.ts';
import { FileBytes } from './file-bytes.ts';
import { inflate } from './inflate.ts';
import { ENTRY } from './pack-entry.ts';
import { PackError } from './pack-error.ts';
import { PackIndex } from './pack-index.ts';

const KINDS: ReadonlyMap<number, ObjectKind> = new Map([
  [ENTRY.commit, 'commit'],
  [ENTRY.tree, 'tree'],
  [ENTRY.blob, 'blob'],
  [ENTRY.tag, 'tag'],
]);

export type ObjectKind = 'commit' | 'tree' | 'blob' | 'tag';

/** An object of a pack. */
export interface PackedObject {
  readonly kind: ObjectKind;
  readonly bytes: Uint8Array;
}

/** git makes chains of up to 50 deltas by default, and never longer ones than this. */
const LONGEST_CHAIN = 4095;
/** Objects that are kept as bases of others. */
const KEPT_BYTES = 64 * 1024 * 1024;

/**
 * Reads any object of a pack by its index, whatever the pack's other objects are like: what is damaged is only what is asked for, or a base
 * of it. For salvaging; scans read whole trees of deltas (`ForestWalk`).
 */
export class EveryObject {
  readonly #index: PackIndex;
  readonly #pack: FileBytes;
  readonly #offsets: Float64Array;
  readonly #places: Float64Array;
  readonly #entries: EntryReader;
  readonly #maximumBytes: number;
  readonly #copies = new CopiedRanges();
  readonly #kept = new Map<number, PackedObject>();
  #keptBytes = 0;

  /** @param hashBytes 20 for SHA-1, 32 for SHA-256; @param maximumBytes larger objects are not read. @throws PackError */
  constructor(pack: string, index: string, hashBytes: number, maximumBytes: number) {
    this.#index = new PackIndex(index, hashBytes);
    this.#pack = new FileBytes(pack);
    this.#offsets = this.#index.offsets();
    this.#places = this.#offsets.slice().sort();
    this.#entries = new EntryReader(this.#pack, this.#index, hashBytes, this.#offsets, this.#places);
    this.#maximumBytes = maximumBytes;
  }

  /** Names of all objects, in hexadecimal digits, with their numbers. */
  names(hashBytes: number): ReadonlyMap<string, number> {
    const names = new Map<string, number>();
    this.#index.forEach((bytes, at, number) => names.set(bytes.toString('hex', at, at + hashBytes), number));
    return names;
  }

  /** @throws PackError damaged, over_bound */
  read(number: number): PackedObject {
    const chain: { readonly place: number; readonly entry: Entry }[] = [];
    let place = placeOf(this.#places, this.#offsets[number] ?? -1);
    let object = this.#kept.get(place);
    while (object === undefined) {
      const entry = this.#entries.read(place);
      if (entry.base === -1) object = this.#keep(place, { kind: kindOf(entry), bytes: this.#inflated(entry) });
      else {
        chain.push({ place, entry });
        if (chain.length > LONGEST_CHAIN) throw new PackError('damaged', 'deltas are based on one another');
        place = entry.base;
        object = this.#kept.get(place);
      }
    }
    for (const delta of chain.reverse())
      object = this.#keep(delta.place, { kind: object.kind, bytes: this.#applied(delta.entry, object.bytes) });
    return object;
  }

  close(): void {
    this.#index.close();
    this.#pack.close();
  }

  #applied(entry: Entry, base: Uint8Array): Uint8Array {
    const delta = this.#inflated(entry);
    const head = readDeltaHead(delta);
    if (head.baseSize !== base.length) throw new PackError('damaged', 'a delta has another base than its own');
    this.#require(head.resultSize);
    const bytes = new Uint8Array(head.resultSize);
    applyDelta(delta, head, base, bytes, this.#copies);
    return bytes;
  }

  #inflated({ start, end, size }: Entry): Uint8Array {
    this.#require(size);
    this.#require(end - start);
    return inflate(this.#pack.read(start, end - start), size);
  }

  #require(bytes: number): void {
    if (bytes > this.#maximumBytes) throw new PackError('over_bound', `an object takes more than ${this.#maximumBytes} bytes`);
  }

  #keep(place: number, object: PackedObject): PackedObject {
    this.#kept.set(place, object);
    this.#keptBytes += object.bytes.length;
    for (const [oldest, { bytes }] of this.#kept) {
      if (this.#keptBytes <= KEPT_BYTES) break;
      this.#kept.delete(oldest);
      this.#keptBytes -= bytes.length;
    }
    return object;
  }
}

function kindOf({ type }: Entry): ObjectKind {
  const kind = KINDS.get(type);
  if (kind === undefined) throw new PackError('damaged', 'an object has an unknown type');
  return kind;
}
