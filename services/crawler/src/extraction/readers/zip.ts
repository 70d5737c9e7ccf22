import { createInflateRaw, inflateRawSync } from 'node:zlib';
import { type Entry, fromBufferPromise } from 'yauzl';
import { asBuffer } from '../bytes.ts';
import { type Budget, type OfficeFiles, type Part, partOf, Unreadable, type UnreadPart } from '../reader.ts';
import { nameFrom } from './names.ts';
import { readOffice } from './office.ts';
import { unpacked, unpackedAsFarAsPossible } from './unpack.ts';
import { readByMethod } from './zip-methods.ts';

/** More entries are not listed. */
const ENTRIES_MAX = 20_000;
const LOCAL_HEADER = 0x0403_4b50;
const LOCAL_HEADER_BYTES = 30;
const [STORED, DEFLATED] = [0, 8];
const UTF8_NAME = 0x8_00;

/** Reads an archive, or an office file, which is one. */
export async function* readZip(bytes: Uint8Array, budget: Budget): AsyncIterable<Part | UnreadPart> {
  const archive = asBuffer(bytes);
  const zip = await fromBufferPromise(archive, {
    decodeStrings: false,
    lazyEntries: true,
  });
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entries.size >= ENTRIES_MAX) throw new Unreadable('over_bound');
    entries.set(nameOf(entry), entry);
  }
  const files: OfficeFiles = {
    names: [...entries.keys()],
    read: (name) => {
      const entry = entries.get(name);
      return entry === undefined ? undefined : readEntry(archive, entry, budget);
    },
  };
  const office = await readOffice(files);
  if (office !== undefined) return yield* office;
  for (const [path, entry] of entries) {
    if (path.endsWith('/')) continue;
    yield* entryParts(path, archive, entry, budget);
  }
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
  if (archive.readUInt32LE(header) !== LOCAL_HEADER) throw new Unreadable('damaged');
  const start = header + LOCAL_HEADER_BYTES + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
  const packed = archive.subarray(start, start + entry.compressedSize);
  if (packed.length < entry.compressedSize) throw new Unreadable('damaged');
  return packed;
}

const nameOf = ({ fileNameRaw: raw, generalPurposeBitFlag: flags }: Entry): string =>
  (flags & UTF8_NAME) === 0 ? nameFrom(raw) : raw.toString('utf8');
