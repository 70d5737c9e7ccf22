import { hash } from 'node:crypto';
import { cryptoHeader, RC4 } from './crypto-header.ts';
import { digest, uint32 } from './key-stretching.ts';
import { wide } from './passwords.ts';
import { rc4 } from './rc4.ts';

/** Of the first method, by its version, of 40 bits; others are of CryptoAPI. */
const FIRST = { major: 1, minor: 1, keyBytes: 5, repeated: 16 } as const;
const CRYPTOAPI_MINOR = 2;
/** Keys of 40 bits are filled with zeros to this size. */
const SHORT_KEY_BYTES = 5;
const FILLED_KEY_BYTES = 16;

/** The keys of a document: a block, or an object, has its own. */
type KeyOf = (block: number) => Buffer;
interface Candidate {
  readonly keyOf: KeyOf;
  readonly hash: string;
  readonly verifier: Buffer;
  readonly verifierHash: Buffer;
}

/**
 * Finds the password of a binary document that is encrypted by RC4, by 40 bits (MS-OFFCRYPTO 2.3.6) or CryptoAPI (2.3.5).
 * @returns its keys by number; undefined where no password fits. Throws where bytes are missing
 */
export function rc4Keys(info: Buffer, passwords: readonly string[]): KeyOf | undefined {
  const [major, minor] = [info.readUInt16LE(0), info.readUInt16LE(2)];
  const isFirst = major === FIRST.major && minor === FIRST.minor;
  if (!isFirst && minor !== CRYPTOAPI_MINOR) return undefined;
  for (const password of passwords) {
    const candidate = isFirst ? first(info.subarray(4), password) : cryptoApi(info, password);
    if (candidate === undefined) return undefined;
    const decrypt = rc4(candidate.keyOf(0));
    const expected = hash(candidate.hash, decrypt(candidate.verifier), 'buffer');
    if (decrypt(candidate.verifierHash.subarray(0, expected.length)).equals(expected)) return candidate.keyOf;
  }
  return undefined;
}

function first(info: Buffer, password: string): Candidate {
  const salted = Buffer.concat([digest('md5', wide(password)).subarray(0, FIRST.keyBytes), info.subarray(0, 16)]);
  const key = digest('md5', Buffer.concat(Array.from({ length: FIRST.repeated }, () => salted))).subarray(0, FIRST.keyBytes);
  return {
    keyOf: (block) => digest('md5', key, uint32(block)),
    hash: 'md5',
    verifier: info.subarray(16, 32),
    verifierHash: info.subarray(32, 48),
  };
}

function cryptoApi(info: Buffer, password: string): Candidate | undefined {
  const header = cryptoHeader(info);
  if (header === undefined || header.algorithm !== RC4) return undefined;
  const { keyBytes, salt, verifier, verifierHash } = header;
  const salted = digest('sha1', salt, wide(password));
  const filling = Buffer.alloc(keyBytes === SHORT_KEY_BYTES ? FILLED_KEY_BYTES - keyBytes : 0);
  const keyOf = (block: number) => Buffer.concat([digest('sha1', salted, uint32(block)).subarray(0, keyBytes), filling]);
  return { keyOf, hash: 'sha1', verifier, verifierHash };
}

/** Decrypts any part of a stream that is encrypted from its beginning in blocks, in the order of the stream. @returns undefined where no password fits */
export function blockCipher(
  info: Buffer,
  passwords: readonly string[],
  blockBytes: number,
): ((content: Buffer, at: number) => Buffer) | undefined {
  const keyOf = rc4Keys(info, passwords);
  if (keyOf === undefined) return undefined;
  let known: { readonly block: number; readonly stream: Buffer } = { block: -1, stream: Buffer.alloc(0) };
  return (content, at) => {
    const result = Buffer.allocUnsafe(content.length);
    for (let done = 0; done < content.length; done += 1) {
      const block = Math.floor((at + done) / blockBytes);
      if (block !== known.block) known = { block, stream: rc4(keyOf(block))(Buffer.alloc(blockBytes)) };
      result[done] = (content[done] ?? 0) ^ (known.stream[(at + done) % blockBytes] ?? 0);
    }
    return result;
  };
}
