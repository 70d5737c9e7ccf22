import { PassThrough, Readable } from 'node:stream';
import { types } from 'node:util';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { extract } from 'tar-stream';
import unbzip2 from 'unbzip2-stream';
import xz from 'xz-decompress';
import { asBuffer } from '../bytes.ts';
import { Budget, collect, type Part, Unreadable, type UnreadPart } from '../reader.ts';

/** The name of what a compressed file holds: that of the file without its last ending. */
export const innerName = (path: string): string => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.replace(/\.(?:gz|bz2|xz|zst|lz4)$/i, '').replace(/\.t(?:gz|bz2?|xz|zst|lz4)$/i, '.tar') || 'content';
};

const isTooLong = (error: unknown): boolean => types.isNativeError(error) && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';

type Unpack = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Buffer;

/** Formats that the runtime unpacks, with a bound of its own. */
const readUnpacked = (unpack: Unpack) =>
  async function* (bytes: Uint8Array, budget: Budget, path: string): AsyncIterable<Part> {
    let content: Buffer;
    try {
      content = unpack(bytes, { maxOutputLength: Math.max(1, budget.bytes) });
    } catch (error) {
      throw isTooLong(error) ? new Unreadable('over_bound') : error;
    }
    budget.takeBytes(content.byteLength);
    yield { path: innerName(path), bytes: content };
  };

export const readGzip = readUnpacked(gunzipSync);
export const readZstd = readUnpacked(zstdDecompressSync);

export async function* readBzip2(bytes: Uint8Array, budget: Budget, path: string): AsyncIterable<Part> {
  const unpacked = new PassThrough();
  const decompressor = unbzip2();
  // The library is older than streams that pass errors on.
  decompressor.on('error', (error: unknown) => unpacked.destroy(types.isNativeError(error) ? error : new Error('damaged')));
  Readable.from([Buffer.from(bytes)])
    .pipe(decompressor)
    .pipe(unpacked);
  yield { path: innerName(path), bytes: await collect(unpacked, budget) };
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
  yield { path: innerName(path), bytes: await collect(new xz.XzReadableStream(packed), budget) };
}

export async function* readTar(bytes: Uint8Array, budget: Budget): AsyncIterable<Part | UnreadPart> {
  const unpacked = extract();
  unpacked.end(Buffer.from(bytes));
  for await (const entry of unpacked) {
    const { name, type = 'file', size = 0 } = entry.header;
    if ((type === 'file' || type === 'contiguous-file') && size > 0) yield { path: name, bytes: await collect(entry, budget) };
    else entry.resume();
  }
}
