import { createZstdDecompress, zstdDecompressSync } from 'node:zlib';
import { configure, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import type { Entry } from 'yauzl';
import { type Budget, type Part, partOf, Unreadable, type Unpacked, type UnreadPart } from '../reader.ts';
import { readWithLibarchive } from './libarchive.ts';
import { unpackedAsFarAsPossible } from './unpack.ts';

// This is a thread that can be ended.
configure({ useWebWorkers: false });

/** bzip2, LZMA, xz, PPMd: what 7-Zip and WinZip write besides deflate, and libarchive reads. */
const METHODS: ReadonlySet<number> = new Set([12, 14, 95, 98]);
/** Windows writes the first in archives of more than 2 GB. */
const [DEFLATE64, ZSTD] = [9, 93];
/** What the bits of a header say of LZMA: that its end is marked. */
const END_IS_MARKED = 0x02;
const [LOCAL, CENTRAL, END] = [0x0403_4b50, 0x0201_4b50, 0x0605_4b50];
/** The version that every method needs, times ten. */
const VERSION = 63;
const NAME = Buffer.from('f');

/** A file of a zip that is packed by another method than deflate; for a library of archives, as the only one of an archive that is made for it. */
export async function* readByMethod(path: string, entry: Entry, packed: Uint8Array, budget: Budget): AsyncIterable<Part | UnreadPart> {
  if (entry.compressionMethod === ZSTD)
    return yield* partOf(path, await unpackedAsFarAsPossible(zstdDecompressSync, createZstdDecompress, packed, budget));
  if (entry.compressionMethod === DEFLATE64) return yield* partOf(path, await unpackDeflate64(archiveOf(entry, packed), budget));
  if (!METHODS.has(entry.compressionMethod)) throw new Unreadable('not_supported');
  for await (const part of readWithLibarchive(archiveOf(entry, packed), budget)) {
    yield { ...part, path };
    // The library would report the damage again behind the file.
    if ('reason' in part) return;
  }
}

async function unpackDeflate64(archive: readonly Uint8Array[], budget: Budget): Promise<Unpacked> {
  const chunks: Uint8Array[] = [];
  let isOver = false;
  try {
    const [entry] = await new ZipReader(new Uint8ArrayReader(new Uint8Array(Buffer.concat(archive)))).getEntries();
    if (entry === undefined || entry.directory) throw new Error('no file');
    const write = (chunk: Uint8Array) => {
      if (chunk.byteLength > budget.bytes) isOver = true;
      budget.takeBytes(chunk.byteLength);
      chunks.push(chunk);
    };
    await entry.getData(new WritableStream({ write }), { checkSignature: false });
  } catch {
    if (isOver) throw new Unreadable('over_bound');
    return { bytes: Buffer.concat(chunks), isDamaged: true };
  }
  return { bytes: Buffer.concat(chunks), isDamaged: false };
}

function archiveOf(
  { generalPurposeBitFlag, compressionMethod, crc32, uncompressedSize }: Entry,
  packed: Uint8Array,
): readonly Uint8Array[] {
  const common = Buffer.alloc(26);
  common.writeUInt16LE(VERSION, 0);
  common.writeUInt16LE(generalPurposeBitFlag & END_IS_MARKED, 2);
  common.writeUInt16LE(compressionMethod, 4);
  common.writeUInt32LE(crc32, 10);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(uncompressedSize, 18);
  common.writeUInt16LE(NAME.length, 22);
  const mark = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return bytes;
  };
  const version = Buffer.from([VERSION, 0]);
  // Comment, disk, attributes, place: all zero.
  const directory = Buffer.concat([mark(CENTRAL), version, common, Buffer.alloc(14), NAME]);
  const local = Buffer.concat([mark(LOCAL), common, NAME]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(local.length + packed.length, 12);
  return [local, packed, directory, mark(END), end];
}
