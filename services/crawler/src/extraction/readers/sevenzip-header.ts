import { crc32 } from 'node:zlib';
import { asBuffer } from '../bytes.ts';
import { Unreadable } from '../reader.ts';

/** The mark, the version, and a checksum of where the header is. */
const START_BYTES = 32;
const [OFFSET_AT, SIZE_AT] = [12, 20];
/** Kinds of records. */
const [END, HEADER, ARCHIVE_PROPERTIES, ADDITIONAL_STREAMS, STREAMS, FILES, PACKED, UNPACKED, SUBSTREAMS] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const [SIZES, CHECKSUMS, FOLDERS, UNPACKED_SIZES, COUNTS, NAMES, PACKED_HEADER] = [9, 0x0a, 0x0b, 0x0c, 0x0d, 0x11, 0x17];
/** Replaces halves of characters, which would be no text in JSON. */
const LETTERS = new TextDecoder('utf-16le');
/** More folders, coders or streams are not walked through: the names are left to the library. */
const COUNT_MAX = 100_000;

/** The header, which lists the files. It stands at the end of the archive. */
export function sevenzipHeader(bytes: Uint8Array): Buffer {
  const archive = asBuffer(bytes);
  const from = START_BYTES + Number(archive.readBigUInt64LE(OFFSET_AT));
  return archive.subarray(from, from + Number(archive.readBigUInt64LE(SIZE_AT)));
}

/**
 * Headers are usually compressed, by any of the methods of the format. An archive whose only file is the header has it unpacked by what unpacks the others;
 * undefined for a header that is not compressed.
 */
export function withHeaderAsFile(bytes: Uint8Array, header: Buffer): readonly Uint8Array[] | undefined {
  if (header[0] !== PACKED_HEADER) return undefined;
  const fields = new Fields(header.subarray(1));
  fields.expect(PACKED);
  const position = fields.number();
  // Streams without a list of files in them are one file each.
  const streams = fields.rest.subarray(0, -1);
  const name = Buffer.of(NAMES, 5, 0, 0x68, 0, 0, 0);
  const own = Buffer.concat([
    Buffer.of(HEADER, STREAMS, PACKED, 0),
    streams,
    Buffer.of(SUBSTREAMS, END, END, FILES, 1),
    name,
    Buffer.of(END, END),
  ]);
  const archive = asBuffer(bytes);
  const packed = archive.subarray(START_BYTES + position, header.byteOffset - archive.byteOffset);
  const start = Buffer.from(archive.subarray(0, START_BYTES));
  start.writeBigUInt64LE(BigInt(packed.length), OFFSET_AT);
  start.writeBigUInt64LE(BigInt(own.length), SIZE_AT);
  start.writeUInt32LE(crc32(own), SIZE_AT + 8);
  start.writeUInt32LE(crc32(start.subarray(OFFSET_AT)), 8);
  return [start, packed, own];
}

/** Names of files and folders, in the order in which the archive lists them. */
export function namesIn(header: Uint8Array): readonly string[] {
  const fields = new Fields(asBuffer(header));
  fields.expect(HEADER);
  let kind = fields.byte();
  if (kind === ARCHIVE_PROPERTIES) {
    while (fields.byte() !== END) fields.skip(fields.number());
    kind = fields.byte();
  }
  for (; kind === ADDITIONAL_STREAMS || kind === STREAMS; kind = fields.byte()) skipStreams(fields);
  if (kind !== FILES) return [];
  fields.number();
  for (kind = fields.byte(); kind !== END; kind = fields.byte()) {
    const content = fields.take(fields.number());
    // The byte before the names says whether they are in another stream, which no program does.
    if (kind === NAMES && content[0] === 0) return LETTERS.decode(content.subarray(1, -2)).split('\0');
  }
  return [];
}

/** What says how files are packed has no size of its own. */
function skipStreams(fields: Fields): void {
  let folders: readonly number[] = [];
  for (let kind = fields.byte(); kind !== END; kind = fields.byte()) {
    if (kind === PACKED) skipPacked(fields);
    else if (kind === UNPACKED) folders = skipFolders(fields);
    else if (kind === SUBSTREAMS) skipSubstreams(fields, folders);
    else throw new Unreadable('damaged');
  }
}

function skipPacked(fields: Fields): void {
  fields.number();
  const count = fields.count();
  for (let kind = fields.byte(); kind !== END; kind = fields.byte()) {
    if (kind === SIZES) fields.numbers(count);
    else if (kind === CHECKSUMS) fields.checksums(count);
    else throw new Unreadable('damaged');
  }
}

/** For each folder one, or zero when the checksum of its content is known. */
function skipFolders(fields: Fields): readonly number[] {
  fields.expect(FOLDERS);
  const count = fields.count();
  fields.expect(0);
  const outputs = Array.from({ length: count }, () => skipFolder(fields));
  fields.expect(UNPACKED_SIZES);
  for (const output of outputs) fields.numbers(output);
  let known: readonly boolean[] = [];
  for (let kind = fields.byte(); kind !== END; kind = fields.byte()) {
    if (kind !== CHECKSUMS) throw new Unreadable('damaged');
    known = fields.checksums(count);
  }
  return outputs.map((_, at) => (known[at] === true ? 0 : 1));
}

/** How many streams the coders of a folder give. */
function skipFolder(fields: Fields): number {
  let [inputs, outputs] = [0, 0];
  for (let left = fields.count(); left > 0; left -= 1) {
    const flags = fields.byte();
    fields.skip(flags & 0x0f);
    const isPlain = (flags & 0x10) === 0;
    inputs += isPlain ? 1 : fields.count();
    outputs += isPlain ? 1 : fields.count();
    if ((flags & 0x20) !== 0) fields.skip(fields.number());
  }
  const bound = outputs - 1;
  fields.numbers(bound * 2);
  if (inputs - bound > 1) fields.numbers(inputs - bound);
  return outputs;
}

function skipSubstreams(fields: Fields, folders: readonly number[]): void {
  let counts = folders.map(() => 1);
  for (let kind = fields.byte(); kind !== END; kind = fields.byte()) {
    if (kind === COUNTS) counts = folders.map(() => fields.count());
    else if (kind === SIZES) for (const count of counts) fields.numbers(count - 1);
    else if (kind === CHECKSUMS) {
      const unknown = counts.map((count, at) => (count === 1 && folders[at] === 0 ? 0 : count));
      fields.checksums(unknown.reduce((sum, count) => sum + count, 0));
    } else throw new Unreadable('damaged');
  }
}

/** Reads on, and throws where bytes are missing. */
class Fields {
  private readonly bytes: Buffer;
  private at = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  get rest(): Buffer {
    return this.bytes.subarray(this.at);
  }

  byte(): number {
    return this.bytes.readUInt8(this.at++);
  }

  expect(value: number): void {
    if (this.byte() !== value) throw new Unreadable('damaged');
  }

  take(length: number): Buffer {
    const taken = this.bytes.subarray(this.at, this.at + length);
    if (taken.length < length) throw new Unreadable('damaged');
    this.at += length;
    return taken;
  }

  skip(length: number): void {
    this.take(length);
  }

  /** As many ones as the first byte begins with are the number of bytes behind it; its other bits are the highest of the number. */
  number(): number {
    const first = this.byte();
    let value = 0;
    for (let at = 0, mask = 0x80; at < 8; at += 1, mask >>= 1) {
      if ((first & mask) === 0) return value + (first & (mask - 1)) * 2 ** (8 * at);
      value += this.byte() * 2 ** (8 * at);
    }
    return value;
  }

  count(): number {
    const count = this.number();
    if (count > COUNT_MAX) throw new Unreadable('damaged');
    return count;
  }

  numbers(count: number): void {
    for (let left = count; left > 0; left -= 1) this.number();
  }

  /** Which checksums are there, and the checksums. */
  checksums(count: number): readonly boolean[] {
    if (count > COUNT_MAX) throw new Unreadable('damaged');
    const areAll = this.byte() !== 0;
    const bits = areAll ? undefined : this.take(Math.ceil(count / 8));
    const known = Array.from({ length: count }, (_, at) => bits === undefined || ((bits[at >> 3] ?? 0) & (0x80 >> (at & 7))) !== 0);
    this.skip(known.filter(Boolean).length * 4);
    return known;
  }
}
