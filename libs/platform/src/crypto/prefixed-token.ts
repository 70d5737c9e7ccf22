import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_BYTES = 32;
/** What 256 bits and 32 bits take in base 62. */
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

const SHAPE = new RegExp(`^([0-9A-Za-z]{${SECRET_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);

function base62(number: bigint, length: number): string {
  let text = '';
  for (let left = number; left > 0n; left /= 62n) text = ALPHABET.charAt(Number(left % 62n)) + text;
  return text.padStart(length, '0');
}

const checksumOf = (secret: string) => base62(BigInt(crc32(secret)), CHECKSUM_LENGTH);

/**
 * A token for programs: a prefix by which scanners recognise it, 256 random bits, and a checksum, so that a mistyped or
 * invented one is refused without a look-up.
 */
export function newPrefixedToken(prefix: string): string {
  const secret = base62(BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`), SECRET_LENGTH);
  return `${prefix}${secret}${checksumOf(secret)}`;
}

/** Whether a text has the shape of such a token; nothing is looked up. */
export function isPrefixedToken(prefix: string, text: string): boolean {
  if (!text.startsWith(prefix)) return false;
  const [, secret, checksum] = SHAPE.exec(text.slice(prefix.length)) ?? [];
  return secret !== undefined && checksum === checksumOf(secret);
}
