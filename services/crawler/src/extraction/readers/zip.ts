import { createInflateRaw, inflateRawSync } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { asBuffer } from '../bytes.ts';
import { type Budget, type OfficeFiles, type Part, partOf, Unreadable, type UnreadPart } from '../reader.ts';
import { nameFrom } from './names.ts';
import { readOffice } from './office.ts';
import { unpacked, unpackedAsFarAsPossible } from './unpack.ts';
import { readByMethod } from './zip-methods.ts';
import { readRemains } from './zip-remains.ts';

/** More entries are not listed. */
const ENTRIES_MAX = 20_000;
const LOCAL_HEADER = 0x0403_4b50;
const LOCAL_HEADER_BYTES = 30;
const [STORED, DEFLATED] = [0, 8];
const UTF8_NAME = 0x8_00;

/** Reads an archive, or an office file, which is one. */
export async function* readZip(bytes: Uint8Array, budget: Budget): AsyncIterable<Part | UnreadPart> {
  const archive = asBuffer(bytes);
  const directory = await directoryOf(archive);
  if (directory === undefined) return yield* readRemains(archive, budget);
  const { entries, end } = directory;
  if (end < archive.length) yield { path: 'rest', bytes: archive.subarray(end) };
  const files: OfficeFiles = {
    names: [...entries.keys()],
    has: (name) => entries.has(name),
    read: (name) => {
      const entry = entries.get(name);
      return entry === undefined ? undefined : readEntry(archive, entry, budget);
    },
  };
  const office = await readOffice(files, budget);
  if (office !== undefined) return yield* office;
  for (const [path, entry] of entries) {
    if (path.endsWith('/')) continue;
    yield* entryParts(path, archive, entry, budget);
  }
}

const OPTIONS = { decodeStrings: false, lazyEntries: true } as const;
const DIRECTORY_END = Buffer.from('PK\u0005\u0006', 'latin1');
const DIRECTORY_END_BYTES = 22;

/** Where the last archive ends: what was appended to it is damage for the library. */
function endOf(archive: Buffer): number {
  const at = archive.lastIndexOf(DIRECTORY_END);
  if (at < 0 || at + DIRECTORY_END_BYTES > archive.length) return archive.length;
  return Math.min(archive.length, at + DIRECTORY_END_BYTES + archive.readUInt16LE(at + DIRECTORY_END_BYTES - 2));
}

/** The archive, and how far it goes. */
async function open(archive: Buffer): Promise<{ readonly zip: ZipFile; readonly end: number }> {
  try {
    return { zip: await fromBufferPromise(archive, OPTIONS), end: archive.length };
  } catch (error) {
    const end = endOf(archive);
    if (end === archive.length) throw error;
    return { zip: await fromBufferPromise(archive.subarray(0, end), OPTIONS), end };
  }
}

/** The files by the directory at the end of the archive, and where it ends; undefined when it is missing, or names other places than theirs. */
async function directoryOf(archive: Buffer): Promise<{ readonly entries: ReadonlyMap<string, Entry>; readonly end: number } | undefined> {
  const entries = new Map<string, Entry>();
  try {
    const { zip, end } = await open(archive);
    for await (const entry of zip.eachEntry()) {
      if (entries.size >= ENTRIES_MAX) throw new Unreadable('over_bound');
      entries.set(nameOf(entry), entry);
    }
    return entries.size > 0 && ![...entries.values()].some((entry) => hasHeader(archive, entry)) ? undefined : { entries, end };
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    return undefined;
  }
}

function hasHeader(archive: Buffer, { relativeOffsetOfLocalHeader: at }: Entry): boolean {
  return at + LOCAL_HEADER_BYTES <= archive.length && archive.readUInt32LE(at) === LOCAL_HEADER;
}

/** A file of an archive; of a damaged one its beginning as well. */
async function* entryParts(path: string, archive: Buffer, entry: Entry, budget: Budget): AsyncIterable<Part | UnreadPart> {
  try {
    if (entry.compressionMethod === STORED) return yield { path, bytes: readEntry(archive, entry, budget) };
    const packed = packedEntry(archive, entry, budget);
    if (entry.compressionMethod !== DEFLATED) return yield* readByMethod(path, entry, packed, budget);
    yield* partOf(path, await unpackedAsFarAsPossible(inflateRawSync, createInflateRaw, packed, budget));
  } catch (error) {
    yield unreadAs(path, error);
  }
}

/** One damaged file of an archive leaves the others readable; a bound holds for all of them. */
function unreadAs(path: string, error: unknown): UnreadPart {
  if (!(error instanceof Unreadable)) return { path, reason: 'damaged' };
  if (error.reason === 'over_bound') throw error;
  return { path, reason: error.reason };
}

function readEntry(archive: Buffer, entry: Entry, budget: Budget): Uint8Array {
  const packed = packedEntry(archive, entry, budget);
  if (entry.compressionMethod === DEFLATED) return unpacked(inflateRawSync, packed, budget);
  if (entry.compressionMethod !== STORED) throw new Unreadable('not_supported');
  budget.takeBytes(packed.length);
  return packed;
}

function packedEntry(archive: Buffer, entry: Entry, budget: Budget): Buffer {
  if (entry.isEncrypted()) throw new Unreadable('encrypted');
  // What the entry says of its size may be wrong; unpacking is bounded too.
  if (entry.uncompressedSize > budget.bytes) throw new Unreadable('over_bound');
  const header = entry.relativeOffsetOfLocalHeader;
  if (!hasHeader(archive, entry)) throw new Unreadable('damaged');
  const start = header + LOCAL_HEADER_BYTES + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
  const packed = archive.subarray(start, start + entry.compressedSize);
  if (packed.length < entry.compressedSize) throw new Unreadable('damaged');
  return packed;
}

/** Programs for Windows that do not know better separate folders as Windows does. */
const DOS = 0;

function nameOf({ fileNameRaw: raw, generalPurposeBitFlag: flags, versionMadeBy }: Entry): string {
  const name = (flags & UTF8_NAME) === 0 ? nameFrom(raw) : raw.toString('utf8');
  return versionMadeBy >> 8 === DOS ? name.replaceAll('\\', '/') : name;
}
