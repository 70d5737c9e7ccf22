import { constants, createGunzip, createZstdDecompress, gunzipSync, inflateRawSync, zstdDecompressSync, type ZlibOptions } from 'node:zlib';
import { extract } from 'tar-stream';
import unbzip2 from 'unbzip2-stream';
import xz from 'xz-decompress';
import { asBuffer } from '../bytes.ts';
import { type Budget, type Part, partOf, Unreadable, type Unpacked } from '../reader.ts';
import { nameFrom } from './names.ts';
import { unpacked, unpackedAsFarAsPossible } from './unpack.ts';

/** The name of what a compressed file holds: that of the file without its last ending. */
export const innerName = (path: string): string => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.replace(/\.(?:gz|bz2|xz|zst|lz4)$/i, '').replace(/\.t(?:gz|bz2?|xz|zst|lz4)$/i, '.tar') || 'content';
};

type Unpacker = Parameters<typeof unpackedAsFarAsPossible>;

/** Formats that the runtime unpacks. */
const readUnpacked = (unpack: Unpacker[0], open: Unpacker[1]) =>
  async function* (bytes: Uint8Array, budget: Budget, path: string): AsyncIterable<Part> {
    yield* partOf(innerName(path), await unpackedAsFarAsPossible(unpack, open, bytes, budget));
  };

export const readZstd = readUnpacked(zstdDecompressSync, createZstdDecompress);

export async function* readGzip(bytes: Uint8Array, budget: Budget, path: string): AsyncIterable<Part> {
  const far = await unpackedAsFarAsPossible(gunzipSync, createGunzip, bytes, budget);
  // The stream loses the last piece before what was appended.
  const first = far.isDamaged ? firstMember(asBuffer(bytes), budget) : far.bytes;
  if (first.length <= far.bytes.length) return yield* partOf(innerName(path), far);
  yield { path: 'rest', bytes, isText: true };
  yield* partOf(innerName(path), { bytes: first, isDamaged: true });
}

const GZIP_HEADER_BYTES = 10;
const [CHECKED, EXTRA, NAME, COMMENT] = [2, 4, 8, 16];

/** The first of the files that gzip has one behind the other, as far as it goes and without its checksum. */
function firstMember(bytes: Buffer, budget: Budget): Uint8Array {
  const flags = bytes[3] ?? 0;
  let at = GZIP_HEADER_BYTES;
  if ((flags & EXTRA) !== 0 && at + 2 <= bytes.length) at += 2 + bytes.readUInt16LE(at);
  for (const text of [NAME, COMMENT]) if ((flags & text) !== 0) at = bytes.indexOf(0, at) + 1 || bytes.length;
  if ((flags & CHECKED) !== 0) at += 2;
  const unpack = (packed: Uint8Array, options: ZlibOptions) => inflateRawSync(packed, { ...options, finishFlush: constants.Z_SYNC_FLUSH });
  try {
    return unpacked(unpack, bytes.subarray(at), budget);
  } catch {
    return new Uint8Array();
  }
}

export async function* readBzip2(bytes: Uint8Array, budget: Budget, path: string): AsyncIterable<Part> {
  yield* partOf(innerName(path), unpackBzip2(bytes, budget));
}

/** The library works at once, whatever its form, and gives whole blocks: of damaged content those before the damage. */
function unpackBzip2(bytes: Uint8Array, budget: Budget): Unpacked {
  const chunks: Uint8Array[] = [];
  let failed: unknown;
  const stream = unbzip2();
  stream.on('data', (chunk: Uint8Array) => {
    budget.takeBytes(chunk.byteLength);
    chunks.push(chunk);
  });
  // Also what the listener above throws.
  stream.on('error', (error: unknown) => {
    failed ??= error;
  });
  stream.end(Buffer.from(bytes));
  if (failed instanceof Unreadable) throw failed;
  return { bytes: Buffer.concat(chunks), isDamaged: failed !== undefined };
}

/** As the size of a dictionary is written: 64 MiB, more than which the library does not read. */
const XZ_DICTIONARY_MAX = 28;
const XZ_HEADER_BYTES = 12;

export async function* readXz(bytes: Uint8Array, budget: Budget, path: string): AsyncIterable<Part> {
  const header = asBuffer(bytes).subarray(XZ_HEADER_BYTES, XZ_HEADER_BYTES + 4 + (bytes[XZ_HEADER_BYTES] ?? 0) * 4);
  // The filter LZMA2 and its one byte of properties.
  const filter = header.indexOf('\u0021\u0001', 0, 'latin1');
  if (filter >= 0 && (header[filter + 2] ?? 0) > XZ_DICTIONARY_MAX) throw new Unreadable('over_bound');
  const packed = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  yield* partOf(innerName(path), await unpackXz(new xz.XzReadableStream(packed), budget));
}

async function unpackXz(stream: AsyncIterable<unknown>, budget: Budget): Promise<Unpacked> {
  const chunks: Uint8Array[] = [];
  let isDamaged = false;
  try {
    for await (const chunk of stream) {
      if (!(chunk instanceof Uint8Array)) throw new Error('no bytes');
      budget.takeBytes(chunk.byteLength);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    isDamaged = true;
  }
  return { bytes: Buffer.concat(chunks), isDamaged };
}

/** Names byte for byte, since many are not UTF-8. The library's types leave out the encoding, and want an option that they know: its default. */
const TAR_OPTIONS = { highWaterMark: 16_384, filenameEncoding: 'latin1' };

/** Of a file that is cut, what is there. */
export async function* readTar(bytes: Uint8Array, budget: Budget): AsyncIterable<Part> {
  const entries = extract(TAR_OPTIONS);
  entries.end(Buffer.from(bytes));
  for await (const entry of entries) {
    entry.resume();
    const { type = 'file', size = 0 } = entry.header;
    if ((type !== 'file' && type !== 'contiguous-file') || size === 0) continue;
    const start = contentStart(entry.header);
    const content = bytes.subarray(start, start + size);
    budget.takeBytes(content.byteLength);
    if (content.byteLength > 0) yield { path: nameIn(entry.header), bytes: content };
  }
}

/** A name in an extended header is UTF-8, and the library has decoded it. The library's types leave these headers out. */
function nameIn(header: { readonly name: string }): string {
  const isDecoded = 'pax' in header && typeof header.pax === 'object' && header.pax !== null && 'path' in header.pax;
  return isDecoded ? header.name : nameFrom(Buffer.from(header.name, 'latin1'));
}

/** The library's types leave it out. */
function contentStart(header: object): number {
  if (!('byteOffset' in header) || typeof header.byteOffset !== 'number') throw new Error('a header without a place');
  return header.byteOffset;
}
