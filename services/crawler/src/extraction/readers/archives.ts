import { PassThrough, Readable } from 'node:stream';
import { types } from 'node:util';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { extract } from 'tar-stream';
import unbzip2 from 'unbzip2-stream';
import xz from 'xz-decompress';
import { asBuffer } from '../bytes.ts';
import { Budget, collect, type Part, Unreadable, type UnreadPart } from '../reader.ts';
import { unpacked } from './unpack.ts';

/** The name of what a compressed file holds: that of the file without its last ending. */
export const innerName = (path: string): string => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.replace(/\.(?:gz|bz2|xz|zst|lz4)$/i, '').replace(/\.t(?:gz|bz2?|xz|zst|lz4)$/i, '.tar') || 'content';
};

/** Formats that the runtime unpacks. */
const readUnpacked = (unpack: Parameters<typeof unpacked>[0]) =>
  async function* (bytes: Uint8Array, budget: Budget, path: string): AsyncIterable<Part> {
    yield { path: innerName(path), bytes: unpacked(unpack, bytes, budget) };
  };

export const readGzip = readUnpacked(gunzipSync);
export const readZstd = readUnpacked(zstdDecompressSync);

export async function* readBzip2(bytes: Uint8Array, budget: Budget, path: string): AsyncIterable<Part> {
  const output = new PassThrough();
  const decompressor = unbzip2();
  // The library is older than streams that pass errors on.
  decompressor.on('error', (error: unknown) => output.destroy(types.isNativeError(error) ? error : new Error('damaged')));
  Readable.from([Buffer.from(bytes)])
    .pipe(decompressor)
    .pipe(output);
  yield { path: innerName(path), bytes: await collect(output, budget) };
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
  const entries = extract();
  entries.end(Buffer.from(bytes));
  for await (const entry of entries) {
    const { name, type = 'file', size = 0 } = entry.header;
    if ((type === 'file' || type === 'contiguous-file') && size > 0) yield { path: name, bytes: await collect(entry, budget) };
    else entry.resume();
  }
}
