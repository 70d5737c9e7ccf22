import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { rar, rar4, rar4Entry, rarEntry, rarOf } from './archives.fixture.ts';

/** An archive that 7-Zip made (`samples/README.md`). */
export const sevenzipSample = (name: string): Uint8Array => readFileSync(new URL(`./samples/${name}.7z`, import.meta.url));

/** An archive whose header says that its dictionary has 4 GiB, with checksums that are right. */
export function sevenzipWithDictionary(): Uint8Array {
  const START = 32;
  const bytes = Buffer.from(sevenzipSample('open-header'));
  // LZMA2 with one byte of properties, which is the size.
  bytes.writeUInt8(40, bytes.indexOf(Buffer.from([0x21, 0x21, 1])) + 3);
  const from = START + bytes.readUInt32LE(12);
  bytes.writeUInt32LE(crc32(bytes.subarray(from, from + bytes.readUInt32LE(20))), 28);
  bytes.writeUInt32LE(crc32(bytes.subarray(12, START)), 8);
  return bytes;
}

/** Bits, the most significant first. */
class Bits {
  private text = '';

  put(value: number, count: number): void {
    this.text += value.toString(2).padStart(count, '0');
  }

  get length(): number {
    return this.text.length;
  }

  get bytes(): Buffer {
    const octets = this.text.match(/.{1,8}/g) ?? [];
    return Buffer.from(octets.map((octet) => Number.parseInt(octet.padEnd(8, '0'), 2)));
  }
}

/** Two versions of the format differ in their alphabets only: the repetition of the last copy, the longest copy, and how long that is. */
interface Alphabet {
  readonly repeat: number;
  readonly longest: number;
  /** Sizes of the tables of codes. */
  readonly tables: readonly number[];
  readonly extraBits: number;
  readonly bytes: number;
}
const RAR5: Alphabet = { repeat: 257, longest: 305, tables: [306, 64, 16, 44], extraBits: 9, bytes: 4_097 };
const RAR4: Alphabet = { repeat: 258, longest: 298, tables: [299, 60, 17, 28], extraBits: 5, bytes: 258 };

/** Codes of the lengths themselves: zero to three, and two kinds of runs of zeros; with their bits. */
const LENGTH_CODES: Readonly<Record<number, readonly [code: number, bits: number]>> = {
  0: [0b100, 3],
  1: [0b00, 2],
  2: [0b101, 3],
  3: [0b110, 3],
  18: [0b111, 3],
  19: [0b01, 2],
};
const END = 256;

/** Zeros as LZSS with one bit for each longest copy: one literal, one copy of it, and then repetitions. */
function zeros(alphabet: Alphabet, count: number, bits: Bits): void {
  const lengths: number[][] = alphabet.tables.map((size) => Array.from({ length: size }, (_, at) => (at < 2 ? 1 : 0)));
  const [main = []] = lengths;
  [main[0], main[1], main[alphabet.repeat], main[END], main[alphabet.longest]] = [2, 0, 1, 3, 3];
  putTables(lengths, bits);
  // A literal; the longest copy, of a distance of one.
  bits.put(0b10, 2);
  bits.put(0b111, 3);
  bits.put(2 ** alphabet.extraBits - 1, alphabet.extraBits);
  bits.put(0, 1);
  for (let written = 1 + alphabet.bytes; written < count; written += alphabet.bytes) bits.put(0, 1);
}

/** The lengths of all codes, runs of zeros as such. */
function putTables(lengths: readonly (readonly number[])[], bits: Bits): void {
  for (let symbol = 0; symbol < 20; symbol += 1) bits.put(LENGTH_CODES[symbol]?.[1] ?? 0, 4);
  const put = (symbol: number) => bits.put(...(LENGTH_CODES[symbol] ?? [0, 0]));
  const flat = lengths.flat();
  for (let at = 0; at < flat.length; ) {
    const end = flat.findIndex((length, index) => index >= at && length !== 0);
    const run = Math.min((end < 0 ? flat.length : end) - at, 138);
    if (run >= 11) {
      put(19);
      bits.put(run - 11, 7);
    } else if (run >= 3) {
      put(18);
      bits.put(run - 3, 3);
    } else put(flat[at] ?? 0);
    at += run >= 3 ? run : 1;
  }
}

/** An archive of RAR 5 with one file of zeros, a few kilobytes for 60 MiB. */
export function rarOfZeros(count: number, dictionaryBits = 0): Uint8Array {
  const bits = new Bits();
  zeros(RAR5, count, bits);
  const content = bits.bytes;
  const size = Buffer.alloc(3);
  size.writeUIntLE(content.length, 0, 3);
  const flags = 0b1101_0000 | ((bits.length - 1) % 8);
  const sum = size.reduce((all, byte) => all ^ byte, 0x5a ^ flags);
  const method = (3 << 7) | (dictionaryBits << 10);
  const data = Buffer.concat([Buffer.of(flags, sum), size, content]);
  return rarOf([rarEntry('zeros', data, { unpacked: count, sum: crc32(Buffer.alloc(count)), method })]);
}

/** The same of RAR 4. */
export function rar4OfZeros(count: number): Uint8Array {
  const bits = new Bits();
  // Not PPMd, and no lengths of an earlier table.
  bits.put(0, 2);
  zeros(RAR4, count, bits);
  // The end of the file.
  bits.put(0b11000, 5);
  return rar4({ zeros: Buffer.concat([bits.bytes, Buffer.alloc(16)]) }, { unpacked: count, sum: crc32(Buffer.alloc(count)), method: 0x33 });
}

/** A file of RAR 4 whose one letter a program of RAR's own machine filters, of which the library knows only those that RAR itself writes. */
export function rar4Filtered(name: string): Uint8Array {
  const FILTER = 257;
  const lengths: number[][] = RAR4.tables.map((size) => Array.from({ length: size }, (_, at) => (at < 2 ? 1 : 0)));
  const [main = []] = lengths;
  [main[0], main[1], main[0x61], main[FILTER], main[END]] = [0, 0, 1, 2, 2];
  const bits = new Bits();
  bits.put(0, 2);
  putTables(lengths, bits);
  // A filter of its own for one byte from here: numbers are four bits behind a kind of two; the program is one byte behind its checksum.
  bits.put(0b11, 2);
  const program = new Bits();
  for (const number of [0, 0, 1, 2]) program.put(number, 6);
  program.put(0x5a5a, 16);
  const code = program.bytes;
  const flags = 0x80 | 0x20 | (code.length - 1);
  for (const byte of [flags, ...code]) bits.put(byte, 8);
  bits.put(0, 1);
  bits.put(0b10, 2);
  bits.put(0, 1);
  const data = Buffer.concat([bits.bytes, Buffer.alloc(16)]);
  return rar4Entry(name, data, { unpacked: 1, sum: crc32(Buffer.from('a')), method: 0x33 });
}

/** Hostile archives by what they do, each for itself within a few kilobytes. */
export const BOMBS: Readonly<Record<string, () => Uint8Array>> = {
  '7z of zeros': () => sevenzipSample('ratio'),
  '7z in 7z of zeros': () => sevenzipSample('nested'),
  '7z, six deep': () => sevenzipSample('deep'),
  '7z of many files': () => sevenzipSample('many'),
  '7z with a dictionary of 4 GiB': sevenzipWithDictionary,
  'RAR 5 of zeros': () => rarOfZeros(60 * 1024 * 1024),
  'RAR 5 with a dictionary of 4 GiB': () => rarOfZeros(60 * 1024 * 1024, 15),
  'RAR 5 in RAR 5 of zeros': () => rar({ 'a.rar': rarOfZeros(60 * 1024 * 1024) }),
  'RAR 5, six deep': () => Array.from({ length: 6 }).reduce<Uint8Array>((inner) => rar({ 'a.rar': inner }), rar({ 'a.txt': 'x' })),
  'RAR 5 of many files': () => rar(Object.fromEntries(Array.from({ length: 6_000 }, (_, at) => [`${at}`, 'x']))),
  'RAR 4 of zeros': () => rar4OfZeros(60 * 1024 * 1024),
  'RAR 4 in RAR 4 of zeros': () => rar4({ 'a.rar': rar4OfZeros(60 * 1024 * 1024) }),
  'RAR 4 of many files': () => rar4(Object.fromEntries(Array.from({ length: 6_000 }, (_, at) => [`${at}`, 'x']))),
  'PDF of many objects': () => Buffer.from(`%PDF-1.7\n${'1 0 obj () endobj\n'.repeat(1_300_000)}`),
};
