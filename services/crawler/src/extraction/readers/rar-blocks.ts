import { asBuffer } from '../bytes.ts';

const MARK = Buffer.from('Rar!\u001a\u0007\u0000', 'latin1');
const SERVICE = 0x7a;
const HAS_DATA = 0x80_00;
const HEADER_BYTES = 7;

/**
 * An archive of RAR 4 without its service blocks (owners, comments, streams of NTFS): libarchive takes the flags of such a block for those of a file and ends
 * there. Anything else is returned as it is.
 */
export function withoutServiceBlocks(archive: Uint8Array): Uint8Array {
  const bytes = asBuffer(archive);
  if (!bytes.subarray(0, MARK.length).equals(MARK)) return archive;
  const kept: Uint8Array[] = [];
  let from = 0;
  let at = MARK.length;
  while (at + HEADER_BYTES + 4 <= bytes.length) {
    const [type, flags, size] = [bytes.readUInt8(at + 2), bytes.readUInt16LE(at + 3), bytes.readUInt16LE(at + 5)];
    if (size < HEADER_BYTES) break;
    const end = at + size + ((flags & HAS_DATA) === 0 ? 0 : bytes.readUInt32LE(at + HEADER_BYTES));
    if (type === SERVICE) {
      kept.push(bytes.subarray(from, at));
      from = Math.min(end, bytes.length);
    }
    at = end;
  }
  return kept.length === 0 ? archive : Buffer.concat([...kept, bytes.subarray(from)]);
}
