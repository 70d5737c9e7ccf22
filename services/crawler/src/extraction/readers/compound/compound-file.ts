import { asBuffer, wideText } from '../../bytes.ts';
import { type Budget, Unreadable } from '../../reader.ts';

const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
/** Sector numbers above are marks: end of a chain, free, part of the table. */
const SECTOR_MAX = 0xffff_fffa;
const NO_ENTRY = 0xffff_ffff;
/** More entries are not listed. */
const ENTRIES_MAX = 20_000;
/** Deeper storages are made to exhaust a reader. */
const DEPTH_MAX = 64;
/** Sizes of sectors as powers of two: 512 and 4,096 bytes. */
const SECTOR_SHIFTS = [9, 12];
const MINI_SHIFT = 6;

/**
 * Names that readers ask for. Letter case is no part of a name (MS-CFB 2.6.4), and some programs write another one than Office: Crystal
 * Reports has `WORKBOOK`.
 */
const USUAL_NAMES: ReadonlyMap<string, string> = new Map(
  [
    ...['WordDocument', '0Table', '1Table', 'Workbook', 'Book', 'PowerPoint Document', 'Current User'],
    ...['\u0005SummaryInformation', '\u0005DocumentSummaryInformation', 'VBA', 'EncryptedPackage', 'EncryptionInfo'],
    ...['\u0001Ole10Native', 'Package', 'package_stream', 'EmbeddedOdf'],
  ].map((name) => [name.toLowerCase(), name]),
);

const STORAGE = 1;
const STREAM = 2;
const ROOT = 5;

interface Entry {
  readonly name: string;
  readonly type: number;
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly start: number;
  readonly size: number;
}

/** A file of files (MS-CFB), as Word, Excel, PowerPoint and Outlook write them. What is cut or contradicts itself is read as far as it goes. */
export class CompoundFile {
  /** Streams by the names of their storages and their own, joined by `/`; known names in their usual letter case. */
  readonly names: readonly string[];
  /** Something in what was read so far is missing. */
  isDamaged = false;
  private readonly bytes: Buffer;
  private readonly budget: Budget;
  private readonly shift: number;
  private readonly miniCutoff: number;
  private readonly table: readonly number[];
  private readonly miniTable: Buffer;
  private readonly miniStream: Uint8Array;
  private readonly streams: ReadonlyMap<string, Entry>;

  /** @throws Unreadable damaged when there is no directory */
  constructor(bytes: Uint8Array, budget: Budget) {
    this.bytes = asBuffer(bytes);
    this.budget = budget;
    if (bytes.length < HEADER_BYTES) throw new Unreadable('damaged');
    this.shift = this.bytes.readUInt16LE(30);
    if (!SECTOR_SHIFTS.includes(this.shift)) throw new Unreadable('damaged');
    this.miniCutoff = this.bytes.readUInt32LE(56);
    this.table = this.sectorTable();
    const entries = this.entries(asBuffer(this.sectors(this.bytes.readUInt32LE(48), bytes.length)));
    const root = entries.find(({ type }) => type === ROOT);
    if (root === undefined) throw new Unreadable('damaged');
    this.miniTable = asBuffer(this.sectors(this.bytes.readUInt32LE(60), this.bytes.readUInt32LE(64) << this.shift));
    this.miniStream = this.sectors(root.start, root.size);
    this.streams = this.pathsOf(entries, root);
    this.names = [...this.streams.keys()];
  }

  /** The bytes of a stream, as many as there are; without a copy where they stand together. */
  read(name: string): Buffer | undefined {
    const entry = this.streams.get(name);
    if (entry === undefined) return undefined;
    const content = entry.size < this.miniCutoff ? this.miniSectors(entry) : this.sectors(entry.start, entry.size);
    if (content.length < entry.size) this.isDamaged = true;
    return asBuffer(content);
  }

  /** The sectors that hold the table of sectors: the first 109 stand in the header, the others in a chain. */
  private sectorTable(): readonly number[] {
    const perSector = 1 << (this.shift - 2);
    // A file cannot need more of them than this.
    const countMax = Math.ceil(this.bytes.length / (perSector << this.shift)) + 1;
    const sectors: number[] = [];
    const add = (from: number, count: number) => {
      for (let at = 0; at < count && sectors.length < countMax; at += 1) {
        const sector = from + at * 4 + 4 <= this.bytes.length ? this.bytes.readUInt32LE(from + at * 4) : NO_ENTRY;
        if (sector < SECTOR_MAX) sectors.push(sector);
      }
    };
    add(76, 109);
    let next = this.bytes.readUInt32LE(68);
    for (let steps = 0; next < SECTOR_MAX && steps < countMax; steps += 1) {
      const from = this.offsetOf(next);
      add(from, perSector - 1);
      const link = from + (perSector - 1) * 4;
      next = link + 4 <= this.bytes.length ? this.bytes.readUInt32LE(link) : NO_ENTRY;
    }
    return sectors;
  }

  private offsetOf(sector: number): number {
    return (sector + 1) * (1 << this.shift);
  }

  private following(sector: number): number {
    const perSector = 1 << (this.shift - 2);
    const table = this.table[Math.floor(sector / perSector)];
    if (table === undefined) return NO_ENTRY;
    const at = this.offsetOf(table) + (sector % perSector) * 4;
    return at + 4 <= this.bytes.length ? this.bytes.readUInt32LE(at) : NO_ENTRY;
  }

  private sectors(start: number, size: number): Uint8Array {
    return this.chain({ start, size, bytes: this.bytes, shift: this.shift, offset: 1 << this.shift, next: (at) => this.following(at) });
  }

  private miniSectors({ start, size }: Entry): Uint8Array {
    const next = (at: number) => (at * 4 + 4 <= this.miniTable.length ? this.miniTable.readUInt32LE(at * 4) : NO_ENTRY);
    return this.chain({ start, size, bytes: this.miniStream, shift: MINI_SHIFT, offset: 0, next });
  }

  /** Follows a chain of sectors up to a size, the end of the bytes, or a sector that it has visited before. */
  private chain({ start, size, bytes, shift, offset, next }: Chain): Uint8Array {
    const runs: Uint8Array[] = [];
    const visited = new Set<number>();
    let [left, runStart, runEnd] = [Math.min(size, bytes.length), -1, -1];
    const close = () => {
      if (runEnd > runStart) runs.push(bytes.subarray(runStart, runEnd));
    };
    for (let sector = start; left > 0 && sector < SECTOR_MAX; sector = next(sector)) {
      if (visited.has(sector)) {
        this.isDamaged = true;
        break;
      }
      visited.add(sector);
      const from = offset + sector * (1 << shift);
      if (from >= bytes.length) break;
      const length = Math.min(1 << shift, left, bytes.length - from);
      if (from !== runEnd) {
        close();
        runStart = from;
      }
      runEnd = from + length;
      left -= length;
    }
    close();
    if (runs.length === 1) return runs[0] ?? new Uint8Array();
    this.budget.takeBytes(runs.reduce((sum, run) => sum + run.length, 0));
    return Buffer.concat(runs);
  }

  private entries(directory: Buffer): readonly Entry[] {
    if (directory.length / ENTRY_BYTES > ENTRIES_MAX) throw new Unreadable('over_bound');
    return Array.from({ length: Math.floor(directory.length / ENTRY_BYTES) }, (_, at) => {
      const entry = directory.subarray(at * ENTRY_BYTES, (at + 1) * ENTRY_BYTES);
      const nameBytes = Math.max(0, Math.min(64, entry.readUInt16LE(64)) - 2);
      const name = wideText(entry, 0, nameBytes);
      return {
        name: USUAL_NAMES.get(name.toLowerCase()) ?? name,
        type: entry.readUInt8(66),
        left: entry.readUInt32LE(68),
        right: entry.readUInt32LE(72),
        child: entry.readUInt32LE(76),
        start: entry.readUInt32LE(116),
        size: entry.readUInt32LE(120),
      };
    });
  }

  /** Paths of all streams; those that the tree does not reach, because it is damaged, stand by their names. */
  private pathsOf(entries: readonly Entry[], root: Entry): ReadonlyMap<string, Entry> {
    const streams = new Map<string, Entry>();
    const visited = new Set<number>();
    const open: { readonly at: number; readonly folder: string; readonly depth: number }[] = [{ at: root.child, folder: '', depth: 0 }];
    for (let step = open.pop(); step !== undefined; step = open.pop()) {
      const { at, folder, depth } = step;
      const entry = entries[at];
      if (entry === undefined || visited.has(at)) continue;
      visited.add(at);
      open.push({ at: entry.right, folder, depth }, { at: entry.left, folder, depth });
      const path = folder + entry.name;
      // Two of one name are damage; both are read.
      if (entry.type === STREAM) streams.set(streams.has(path) ? `${path} ${at}` : path, entry);
      if (entry.type === STORAGE && depth < DEPTH_MAX) open.push({ at: entry.child, folder: `${path}/`, depth: depth + 1 });
    }
    for (const [at, entry] of entries.entries())
      if (entry.type === STREAM && !visited.has(at) && !streams.has(entry.name)) streams.set(entry.name, entry);
    return streams;
  }
}

interface Chain {
  readonly start: number;
  readonly size: number;
  readonly bytes: Uint8Array;
  readonly shift: number;
  /** Of sector 0. */
  readonly offset: number;
  readonly next: (sector: number) => number;
}
