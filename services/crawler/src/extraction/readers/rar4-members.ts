import { asBuffer } from '../bytes.ts';
import { Unreadable } from '../reader.ts';
import { rar4Name } from './rar4-name.ts';

export const RAR4_MARK = Buffer.from('Rar!\u001a\u0007\u0000', 'latin1');
const [MAIN, FILE, LAST_KIND, END] = [0x73, 0x74, 0x7a, 0x7b];
/** Of every block: checksum, kind, flags, size. */
const BLOCK_BYTES = 7;
const FILE_BYTES = 32;
const LARGE_BYTES = 8;
const HIDDEN_NAMES = 0x80;
const HAS_DATA = 0x80_00;
const [SPLIT_BEFORE, SPLIT_AFTER, ENCRYPTED, SOLID, FOLDER, LARGE, UNICODE] = [0x01, 0x02, 0x04, 0x10, 0xe0, 0x1_00, 0x2_00];
const UNIX = 3;
const [KIND_OF_FILE, LINK] = [0o170000, 0o120000];

/** A file of an archive of RAR 4. */
export interface Rar4Member {
  readonly path: string;
  /** Its header and its content. */
  readonly block: Buffer;
  readonly packed: Buffer;
  readonly checksum: number;
  readonly method: number;
  /** Version of the format that reading it takes, times ten. */
  readonly version: number;
  readonly isEncrypted: boolean;
  /** It is compressed with what the files before it hold. */
  readonly isSolid: boolean;
  /** A part of it is in another volume, or behind the end of this one. */
  readonly isCut: boolean;
}

/** The files of an archive, folders and links left out. @throws Unreadable behind those before the damage */
export function* rar4Members(archive: Uint8Array): Iterable<Rar4Member> {
  const bytes = asBuffer(archive);
  let at = RAR4_MARK.length;
  while (at < bytes.length) {
    if (at + BLOCK_BYTES > bytes.length) throw new Unreadable('damaged');
    const [kind, flags, size] = [bytes.readUInt8(at + 2), bytes.readUInt16LE(at + 3), bytes.readUInt16LE(at + 5)];
    if (kind === MAIN && (flags & HIDDEN_NAMES) !== 0) throw new Unreadable('encrypted');
    if ((at === RAR4_MARK.length) !== (kind === MAIN)) throw new Unreadable('damaged');
    if (kind === END) return;
    if (kind < MAIN || kind > LAST_KIND || size < BLOCK_BYTES || at + size > bytes.length) throw new Unreadable('damaged');
    const dataBytes = kind === FILE || (flags & HAS_DATA) !== 0 ? sizeOfData(bytes.subarray(at, at + size), kind === FILE) : 0;
    const end = at + size + dataBytes;
    if (kind === FILE) yield* memberOf(bytes.subarray(at, end), size, end > bytes.length);
    at = end;
  }
  if (at > bytes.length) throw new Unreadable('damaged');
}

function sizeOfData(header: Buffer, isFile: boolean): number {
  const isLarge = isFile && (header.readUInt16LE(3) & LARGE) !== 0;
  if (header.length < (isFile ? FILE_BYTES + (isLarge ? LARGE_BYTES : 0) : BLOCK_BYTES + 4)) throw new Unreadable('damaged');
  return header.readUInt32LE(BLOCK_BYTES) + (isLarge ? header.readUInt32LE(FILE_BYTES) * 2 ** 32 : 0);
}

function* memberOf(block: Buffer, headerBytes: number, isCutOff: boolean): Iterable<Rar4Member> {
  const flags = block.readUInt16LE(3);
  const isLink = block.readUInt8(15) === UNIX && (block.readUInt32LE(28) & KIND_OF_FILE) === LINK;
  if ((flags & FOLDER) === FOLDER || isLink) return;
  const isLarge = (flags & LARGE) !== 0;
  const name = FILE_BYTES + (isLarge ? LARGE_BYTES : 0);
  if (name + block.readUInt16LE(26) > headerBytes) throw new Unreadable('damaged');
  yield {
    path: rar4Name(block.subarray(name, name + block.readUInt16LE(26)), (flags & UNICODE) !== 0),
    block,
    packed: block.subarray(headerBytes),
    checksum: block.readUInt32LE(16),
    version: block.readUInt8(24),
    method: block.readUInt8(25),
    isEncrypted: (flags & ENCRYPTED) !== 0,
    isSolid: (flags & SOLID) !== 0,
    isCut: isCutOff || (flags & (SPLIT_BEFORE | SPLIT_AFTER)) !== 0,
  };
}
