import { createCipheriv, createDecipheriv, createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { byteString } from './tl/write.ts';

export const sha1 = (...parts: Uint8Array[]): Buffer => parts.reduce((hash, part) => hash.update(part), createHash('sha1')).digest();
export const sha256 = (...parts: Uint8Array[]): Buffer => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

export interface AesKey {
  readonly key: Buffer;
  /** 32 bytes: the ciphertext block before the first one, then the plaintext block. */
  readonly iv: Buffer;
}

const BLOCK = 16;

/** AES-256 in IGE mode, which node:crypto does not have. */
function ige(data: Buffer, { key, iv }: AesKey, encrypts: boolean): Buffer {
  const aes = encrypts ? createCipheriv('aes-256-ecb', key, null) : createDecipheriv('aes-256-ecb', key, null);
  aes.setAutoPadding(false);
  const out = Buffer.alloc(data.length);
  let [before, after] = encrypts ? [iv.subarray(0, BLOCK), iv.subarray(BLOCK)] : [iv.subarray(BLOCK), iv.subarray(0, BLOCK)];
  const mixed = Buffer.alloc(BLOCK);
  for (let at = 0; at < data.length; at += BLOCK) {
    const block = data.subarray(at, at + BLOCK);
    for (let n = 0; n < BLOCK; n += 1) mixed[n] = (block[n] ?? 0) ^ (before[n] ?? 0);
    const turned = aes.update(mixed);
    for (let n = 0; n < BLOCK; n += 1) out[at + n] = (turned[n] ?? 0) ^ (after[n] ?? 0);
    [before, after] = [out.subarray(at, at + BLOCK), block];
  }
  return out;
}

export const encrypt = (data: Buffer, key: AesKey): Buffer => ige(data, key, true);
export const decrypt = (data: Buffer, key: AesKey): Buffer => ige(data, key, false);

/** The key of one message. @param from the sender */
export function messageKey(authKey: Buffer, key: Buffer, from: 'client' | 'server'): AesKey {
  const x = from === 'client' ? 0 : 8;
  const a = sha256(key, authKey.subarray(x, x + 36));
  const b = sha256(authKey.subarray(x + 40, x + 76), key);
  return {
    key: Buffer.concat([a.subarray(0, 8), b.subarray(8, 24), a.subarray(24, 32)]),
    iv: Buffer.concat([b.subarray(0, 8), a.subarray(8, 24), b.subarray(24, 32)]),
  };
}

export const messageHash = (authKey: Buffer, padded: Buffer, from: 'client' | 'server'): Buffer =>
  sha256(authKey.subarray(from === 'client' ? 88 : 96, from === 'client' ? 120 : 128), padded).subarray(8, 24);

export interface ServerKey {
  readonly privateKey: KeyObject;
  /** PKCS #1, PEM: what a client is given. */
  readonly publicKey: string;
  readonly fingerprint: bigint;
}

export function createServerKey(): ServerKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' });
  const hash = sha1(byteString(Buffer.from(n, 'base64url')), byteString(Buffer.from(e, 'base64url')));
  return {
    privateKey,
    publicKey: String(publicKey.export({ format: 'pem', type: 'pkcs1' })),
    fingerprint: hash.readBigInt64LE(12),
  };
}

/** Big-endian. */
export const toBigInt = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`);
export const fromBigInt = (value: bigint, length: number): Buffer => Buffer.from(value.toString(16).padStart(length * 2, '0'), 'hex');

export function powerModulo(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (let [square, left] = [base % modulus, exponent]; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}
