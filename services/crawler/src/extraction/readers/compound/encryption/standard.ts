import { createDecipheriv } from 'node:crypto';
import type { Budget } from '../../../reader.ts';
import { cryptoHeader } from './crypto-header.ts';
import { digest, stretched, uint32 } from './key-stretching.ts';

/** Of Office 2007; it does not stand in the file. */
const ROUNDS = 50_000;
const HASH = 'sha1';
const HASH_BYTES = 20;
/** Ciphers by their numbers in CryptoAPI. */
const CIPHERS: ReadonlyMap<number, string> = new Map([
  [0x660e, 'aes-128-ecb'],
  [0x660f, 'aes-192-ecb'],
  [0x6610, 'aes-256-ecb'],
]);

/**
 * Standard encryption (MS-OFFCRYPTO 2.3.4.5 to 2.3.4.9).
 * @returns what decrypts the package; undefined where no password fits. @throws Unreadable over_bound
 */
export function standardDecipher(info: Buffer, passwords: readonly string[], budget: Budget): ((content: Buffer) => Buffer) | undefined {
  const header = cryptoHeader(info);
  const cipher = CIPHERS.get(header?.algorithm ?? 0);
  if (header === undefined || cipher === undefined) return undefined;
  for (const password of passwords) {
    const key = keyOf(stretched(HASH, header.salt, password, ROUNDS, budget), header.keyBytes);
    const decrypt = (content: Buffer) => createDecipheriv(cipher, key, null).setAutoPadding(false).update(content);
    const expected = decrypt(header.verifierHash.subarray(0, 32)).subarray(0, HASH_BYTES);
    if (digest(HASH, decrypt(header.verifier)).equals(expected)) return decrypt;
  }
  return undefined;
}

/** As CryptoAPI makes a key of a hash that may be too short for it. */
function keyOf(stretchedPassword: Buffer, bytes: number): Buffer {
  const last = digest(HASH, stretchedPassword, uint32(0));
  const padded = (filling: number) => Buffer.alloc(64, filling).map((byte, at) => byte ^ (last[at] ?? 0));
  return Buffer.concat([digest(HASH, padded(0x36)), digest(HASH, padded(0x5c))]).subarray(0, bytes);
}
