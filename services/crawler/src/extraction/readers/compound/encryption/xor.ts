/** Decrypts the content of a record that stands at a place of the stream. */
export type RecordCipher = (content: Buffer, at: number) => Buffer;

/**
 * The obfuscation of Excel (MS-OFFCRYPTO 2.3.7.2) with the default password of workbooks: the key and the verifier that Excel computes of it, the bytes of the
 * password and one of filling.
 */
const KEY = 0xb359;
const VERIFIER = 0x9a0a;
const PASSWORD = Buffer.from('VelvetSweatshop\u00bb', 'latin1');
const rotated = (byte: number, bits: number): number => ((byte << bits) | (byte >>> (8 - bits))) & 0xff;
const BYTES = PASSWORD.map((byte, at) => rotated(byte ^ (at % 2 === 0 ? KEY & 0xff : KEY >>> 8), 2));

/** @returns undefined where the file has another password */
export function xorCipher(record: Buffer): RecordCipher | undefined {
  if (record.readUInt16LE(0) !== KEY || record.readUInt16LE(2) !== VERIFIER) return undefined;
  // The place of a record counts, and its length.
  return (content, at) =>
    Buffer.from(content.map((byte, index) => rotated(byte, 3) ^ (BYTES[(at + content.length + index) % BYTES.length] ?? 0)));
}
