import { asBuffer } from '../../../bytes.ts';
import type { Budget } from '../../../reader.ts';
import { RECORD } from '../biff-records.ts';
import { DEFAULT_PASSWORDS } from './passwords.ts';
import { blockCipher } from './rc4-keys.ts';
import { type RecordCipher, xorCipher } from './xor.ts';

/** Records that are never encrypted (MS-XLS 2.2.10): beginnings of parts, and what says who has the file open and how it is encrypted. */
const PLAIN: ReadonlySet<number> = new Set([RECORD.beginOfPart, RECORD.filePassword, 0x00e1, 0x0138, 0x0194, 0x0195, 0x0196]);
/** Of the record of a sheet, its place in the stream. */
const SHEET_PLACE_BYTES = 4;
const HEADER_BYTES = 4;
const BLOCK_BYTES = 1024;
const [XOR, RC4] = [0, 1];
/** Of the record that says how a workbook of Excel 95 is encrypted. */
const EXCEL95_BYTES = 4;

/**
 * The stream of a workbook of Excel 95 to 2003 in which all records behind that of its password are decrypted, when it has a default password; undefined
 * when it has another one. Throws where bytes are missing, and Unreadable over_bound.
 * @param record the content of the record of the password @param from where the next record begins
 */
export function decryptedWorkbook(stream: Buffer, record: Buffer, from: number, budget: Budget): Buffer | undefined {
  const cipher = cipherOf(record);
  if (cipher === undefined) return undefined;
  budget.takeBytes(stream.length);
  const plain = asBuffer(Uint8Array.from(stream));
  for (let at = from; at + HEADER_BYTES <= stream.length; ) {
    const [type, start] = [stream.readUInt16LE(at), at + HEADER_BYTES];
    const end = start + stream.readUInt16LE(at + 2);
    const kept = type === RECORD.sheet ? SHEET_PLACE_BYTES : 0;
    if (!PLAIN.has(type)) cipher(stream.subarray(start, end), start).copy(plain, start + kept, kept);
    at = end;
  }
  return plain;
}

function cipherOf(record: Buffer): RecordCipher | undefined {
  if (record.length === EXCEL95_BYTES) return xorCipher(record);
  const method = record.readUInt16LE(0);
  if (method === XOR) return xorCipher(record.subarray(2));
  return method === RC4 ? blockCipher(record.subarray(2), DEFAULT_PASSWORDS, BLOCK_BYTES) : undefined;
}
