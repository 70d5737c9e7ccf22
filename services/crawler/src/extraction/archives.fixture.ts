import { crc32 } from 'node:zlib';
import type { Files } from './documents.fixture.ts';

/** Archives that py7zr 1.1 made of `list.txt` and `hr/keys.txt`: plain, encrypted, encrypted with their names. */
export const SEVENZIPS = {
  plain:
    'N3q8ryccAASZvEziqwAAAAAAAAAVAAAAAAAAAG9l+LDgADwALl0ANBvKzh4DolQmHCn509ixQZjFuMGy67IloPvnZG3x/EhFm3M2trNFa2z/0ncAAADgAIIAbV0AAIEzB64P0VujJKCKabC54UquoYjvQYSvplPaDg40yaOQfB4RboGJdsXoNxFEcXaq1VRbAg9uJcnvkozv1ILvpvPvcU33oajWzGpGejVsYQvCXMQexj6E11Z9/YtUPHR+19RXjhHXcJWn6eAAAAAXBjYBCXUABwsBAAEhIQEYDICDAAA=',
  encrypted:
    'N3q8ryccAAQsVyREnwAAAAAAAAAUAAAAAAAAAEmXn7/BqzznjFAF/brB/9EMCfQ9NdjKA9CE3XD9UddOxzQaLJttAhmzn6rjiAE585XOhTgBAGoBBAYAAQkwCgETiEv3AAcLAQACJAbxBwESUw+Fb0Lkz+OiPRlDNv7e81xBISEBGAEADCsnAAgKARSftQQAAAUBERMAbABpAHMAdAAuAHQAeAB0AAAAFAoBAAAQuxIbe90BFQYBACCApIEAAAAXBjABCW8ABwsBAAEhIQEYDGsAAA==',
  hidden:
    'N3q8ryccAAQ3WhCdoAAAAAAAAAAoAAAAAAAAAHBIXyLpdDv4z48UMIKilHf5CYERz2sLOwa5+QD4DWg/GTxywdhhIMVel78eveKNRHyOWSqQ06OY/OV6VbbctASv2SISaTrPdK5r26sOyN/5G4dJ9M75y1Jxlsd1YH5oajYU6blBpx2uRyUkqrZ5RjyDifsnTNMrg8wkHcd2EfcBqhvJeb2DBp+N+Y9MSB/qB4cEo09i/sfwJ4UzDy2T9s0e6kiOFwYwAQlwAAcLAQABJAbxBwESUw8Ljx1D3Of6AxbS6E6EuqxIDGsAAA==',
} as const;
export const sevenzip = (kind: keyof typeof SEVENZIPS): Uint8Array => Buffer.from(SEVENZIPS[kind], 'base64');

/** A 7z whose one file is stored. */
export function sevenzipOf(name: string, content: Uint8Array): Uint8Array {
  // The first byte says that four follow.
  const number = (value: number) => [0xf0, ...u32(value)];
  const names = Buffer.from(`${name}\0`, 'utf16le');
  const size = number(content.length);
  const packed = [6, 0, 1, 9, ...size, 0];
  // One folder of one coder, which copies.
  const unpacked = [7, 0x0b, 1, 0, 1, 1, 0, 0x0c, ...size, 0];
  const header = Buffer.from([1, 4, ...packed, ...unpacked, 8, 0, 0, 5, 1, 0x11, ...number(names.length + 1), 0, ...names, 0, 0]);
  return sevenzipWith(header, content);
}

/** A 7z with a header as it is. */
export function sevenzipWith(header: Uint8Array, content: Uint8Array = new Uint8Array()): Uint8Array {
  const place = Buffer.alloc(20);
  place.writeUInt32LE(content.length, 0);
  place.writeUInt32LE(header.length, 8);
  place.writeUInt32LE(crc32(header), 16);
  return Buffer.concat([Buffer.from('377abcaf271c0004', 'hex'), u32(crc32(place)), place, content, header]);
}

const variable = (value: number): Buffer => {
  const bytes: number[] = [];
  let left = value;
  for (; left >= 0x80; left >>>= 7) bytes.push((left & 0x7f) | 0x80);
  return Buffer.from([...bytes, left]);
};

/** What a header says of a file; by default that it is stored. */
interface RarFile {
  readonly unpacked?: number;
  readonly sum?: number;
  readonly method?: number;
  readonly flags?: number;
  readonly version?: number;
}

function rarBlock(...fields: readonly (number | Uint8Array)[]): Buffer {
  const content = Buffer.concat(fields.map((field) => (typeof field === 'number' ? variable(field) : field)));
  const sized = Buffer.concat([variable(content.length), content]);
  return Buffer.concat([u32(crc32(sized)), sized]);
}

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** A file of RAR 5: a header with a data area; it has a checksum; made on Unix. */
export function rarEntry(path: string, data: Uint8Array, { unpacked = data.length, sum = crc32(data), method = 0 }: RarFile = {}): Buffer {
  const name = Buffer.from(path);
  return Buffer.concat([rarBlock(2, 2, data.length, 4, unpacked, 0o100644, u32(sum), method, 1, name.length, name), data]);
}
export const rarOf = (entries: readonly Uint8Array[]): Uint8Array =>
  Buffer.concat([Buffer.from('Rar!\u001a\u0007\u0001\u0000', 'latin1'), rarBlock(1, 0, 0), ...entries, rarBlock(5, 0, 0)]);

/** An archive of RAR 5 whose files are stored. There is no free program that makes one. */
export const rar = (files: Files): Uint8Array =>
  rarOf(Object.entries(files).map(([path, content]) => rarEntry(path, Buffer.from(content))));

/** A frame of LZ4 that compresses nothing; `samples/` has those of its program. */
export function lz4(content: string | Uint8Array): Uint8Array {
  const BLOCK = 60_000;
  const bytes = Buffer.from(content);
  const length = (value: number) =>
    value < 15 ? [] : [...Array.from({ length: Math.floor((value - 15) / 255) }, () => 255), (value - 15) % 255];
  const literals = (part: Uint8Array) => Buffer.concat([Buffer.of(Math.min(15, part.length) << 4, ...length(part.length)), part]);
  const framed = (block: Uint8Array) => {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(block.length);
    return Buffer.concat([size, block]);
  };
  const blocks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += BLOCK) blocks.push(framed(literals(bytes.subarray(at, at + BLOCK))));
  return Buffer.concat([Buffer.from('04224d18407000', 'hex'), ...blocks, Buffer.alloc(4)]);
}

function rar4Block(type: number, flags: number, body: Uint8Array): Buffer {
  const head = Buffer.alloc(7);
  head.writeUInt8(type, 2);
  head.writeUInt16LE(flags, 3);
  head.writeUInt16LE(7 + body.length, 5);
  const whole = Buffer.concat([head, body]);
  whole.writeUInt16LE(crc32(whole.subarray(2)) & 0xffff, 0);
  return whole;
}

/** A file of RAR 4, or a block of another kind, such as that of an owner. */
export function rar4Entry(
  name: string | Uint8Array,
  data: Uint8Array,
  { unpacked = data.length, sum = crc32(data), method = 0x30, flags = 0, version = 29 }: RarFile = {},
  type = 0x74,
): Buffer {
  const raw = Buffer.from(name);
  const length = Buffer.alloc(2);
  length.writeUInt16LE(raw.length);
  // Packed and unpacked size, system, checksum, time, version, method, name, attributes.
  const sizes = [u32(data.length), u32(unpacked), Buffer.of(3), u32(sum), u32(0), Buffer.of(version, method)];
  return Buffer.concat([rar4Block(type, 0x80_00 | flags, Buffer.concat([...sizes, length, u32(0o100644), raw])), data]);
}
export const rar4Of = (entries: readonly Uint8Array[]): Uint8Array => {
  const [start, end] = [rar4Block(0x73, 0, Buffer.alloc(6)), rar4Block(0x7b, 0x40_00, Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('Rar!\u001a\u0007\u0000', 'latin1'), start, ...entries, end]);
};

/** An archive of RAR 4 whose files are stored, with a block of another kind behind each. */
export const rar4 = (files: Files, as: RarFile = {}): Uint8Array =>
  rar4Of(
    Object.entries(files).flatMap(([name, content]) => [
      rar4Entry(name, Buffer.from(content), as),
      rar4Entry('UOW', Buffer.from('bin'), { flags: 0x10 }, 0x7a),
    ]),
  );
