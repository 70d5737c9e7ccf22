import { crc32 } from 'node:zlib';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** CRC-32 of the text, in base 62 with the digits first, on six characters. */
export function crcBase62(text: string): string {
  let rest = crc32(text);
  let written = '';
  for (; rest > 0; rest = Math.floor(rest / 62)) written = BASE62.charAt(rest % 62) + written;
  return written.padStart(6, '0');
}

const littleEndian = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

export const crcHex = (text: string): string => crc32(text).toString(16).padStart(8, '0');
/** Least significant byte first. */
export const crcHexLittle = (text: string): string => littleEndian(crc32(text)).toString('hex');
export const crcBase64Little = (text: string): string => littleEndian(crc32(text)).toString('base64').slice(0, 6);
export const crcBase36 = (text: string): string => crc32(text).toString(36).padStart(7, '0');

/** What an age secret key begins with, before the 1 that separates it from its data. */
export const AGE_PREFIX = 'age-secret-key-';

const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

function bech32Remainder(values: readonly number[]): number {
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [bit, word] of GENERATOR.entries()) if (((top >>> bit) & 1) === 1) sum ^= word;
  }
  return sum >>> 0;
}

const expanded = (prefix: string): number[] => [
  ...Array.from(prefix, (letter) => letter.charCodeAt(0) >> 5),
  0,
  ...Array.from(prefix, (letter) => letter.charCodeAt(0) & 31),
];

/** The last six characters of a Bech32 text (BIP-173) with this prefix and data, in lower case. */
export function bech32Checksum(prefix: string, data: string): string {
  const values = [...expanded(prefix), ...Array.from(data, (letter) => BECH32.indexOf(letter)), 0, 0, 0, 0, 0, 0];
  const remainder = bech32Remainder(values) ^ 1;
  return Array.from({ length: 6 }, (_, at) => BECH32.charAt((remainder >>> (5 * (5 - at))) & 31)).join('');
}

/** The JSON object that a text holds in base64 or base64url; null where it holds none. */
export function jsonIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
