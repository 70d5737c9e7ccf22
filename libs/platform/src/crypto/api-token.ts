import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'lw_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_BYTES = 32;
/** What 256 bits and 32 bits take in base 62. */
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

const SHAPE = new RegExp(`^${PREFIX}([0-9A-Za-z]{${SECRET_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);

function base62(number: bigint, length: number): string {
  let text = '';
  for (let left = number; left > 0n; left /= 62n) text = ALPHABET.charAt(Number(left % 62n)) + text;
  return text.padStart(length, '0');
}

const checksumOf = (secret: string) => base62(BigInt(crc32(secret)), CHECKSUM_LENGTH);

/** An API token: a prefix that scanners know, 256 random bits, and a checksum, so that a typo or a made-up one costs no look-up. */
export function newApiToken(): string {
  const secret = base62(BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`), SECRET_LENGTH);
  return `${PREFIX}${secret}${checksumOf(secret)}`;
}

/** Whether it can be one of ours at all; nothing is looked up. */
export function isApiToken(text: string): boolean {
  const [, secret, checksum] = SHAPE.exec(text) ?? [];
  return secret !== undefined && checksum === checksumOf(secret);
}
