import { createDecipheriv } from 'node:crypto';
import { type Budget, Unreadable } from '../../../reader.ts';
import { readXml, type XmlAttributes } from '../../xml.ts';
import { digest, hashNamed, stretched, uint32 } from './key-stretching.ts';

/** What makes different keys of one password (MS-OFFCRYPTO 2.3.4.11 to 2.3.4.13). */
const PURPOSES = { verifier: 'fea7d2763b4b9e79', verifierHash: 'd7aa0f6d3061344e', key: '146e0be7abacd0d6' } as const;
const SEGMENT_BYTES = 4096;
const BLOCK_BYTES = 16;
const FILLING = 0x36;
const KEY_BITS: readonly number[] = [128, 192, 256];

/** A cipher with its hash and salt, of the content or of its key. */
interface Cipher {
  readonly keyBytes: number;
  readonly hash: string;
  readonly salt: Buffer;
}
interface KeyCipher extends Cipher {
  readonly rounds: number;
  readonly verifier: Buffer;
  readonly verifierHash: Buffer;
  readonly key: Buffer;
}

/**
 * Agile encryption, of Office 2010 and later.
 * @returns what decrypts the package; undefined where no password fits, or the cipher is none that Office writes. @throws Unreadable over_bound
 */
export function agileDecipher(xml: Uint8Array, passwords: readonly string[], budget: Budget): ((content: Buffer) => Buffer) | undefined {
  const { content, key } = ciphersIn(xml);
  if (content === undefined || key === undefined) return undefined;
  for (const password of passwords) {
    const secret = stretched(key.hash, key.salt, password, key.rounds, budget);
    const open = (encrypted: Buffer, purpose: keyof typeof PURPOSES) =>
      decipher(fitted(digest(key.hash, secret, Buffer.from(PURPOSES[purpose], 'hex')), key.keyBytes), key.salt, encrypted);
    const verifier = open(key.verifier, 'verifier').subarray(0, key.salt.length);
    const expected = digest(key.hash, verifier);
    if (open(key.verifierHash, 'verifierHash').subarray(0, expected.length).equals(expected))
      return segmentDecipher(content, open(key.key, 'key').subarray(0, content.keyBytes));
  }
  return undefined;
}

function ciphersIn(xml: Uint8Array): { readonly content: Cipher | undefined; readonly key: KeyCipher | undefined } {
  let content: Cipher | undefined;
  let key: KeyCipher | undefined;
  readXml(xml, {
    open(name, attributes) {
      if (name === 'keyData') content ??= cipherIn(attributes);
      // The key may also be encrypted for certificates, which need no rounds.
      else if (name === 'encryptedKey' && attributes.get('spinCount') !== undefined) key ??= keyCipherIn(attributes);
    },
  });
  return { content, key };
}

function cipherIn(attributes: XmlAttributes): Cipher | undefined {
  const hash = hashNamed(attributes.get('hashAlgorithm'));
  const [keyBits, salt] = [Number(attributes.get('keyBits')), bytesOf(attributes, 'saltValue')];
  const isKnown = attributes.get('cipherAlgorithm') === 'AES' && attributes.get('cipherChaining') === 'ChainingModeCBC';
  return hash === undefined || !isKnown || !KEY_BITS.includes(keyBits) ? undefined : { keyBytes: keyBits / 8, hash, salt };
}

function keyCipherIn(attributes: XmlAttributes): KeyCipher | undefined {
  const cipher = cipherIn(attributes);
  const rounds = Number(attributes.get('spinCount'));
  if (cipher === undefined) return undefined;
  if (!Number.isInteger(rounds) || rounds < 0) throw new Unreadable('damaged');
  return {
    ...cipher,
    rounds,
    verifier: bytesOf(attributes, 'encryptedVerifierHashInput'),
    verifierHash: bytesOf(attributes, 'encryptedVerifierHashValue'),
    key: bytesOf(attributes, 'encryptedKeyValue'),
  };
}

const bytesOf = (attributes: XmlAttributes, name: string): Buffer => Buffer.from(attributes.get(name) ?? '', 'base64');

/** Cut or filled to a size. */
const fitted = (bytes: Buffer, size: number): Buffer =>
  bytes.length >= size ? bytes.subarray(0, size) : Buffer.concat([bytes, Buffer.alloc(size - bytes.length, FILLING)]);

const decipher = (key: Buffer, vector: Buffer, content: Buffer): Buffer =>
  createDecipheriv(`aes-${key.length * 8}-cbc`, key, fitted(vector, BLOCK_BYTES))
    .setAutoPadding(false)
    .update(content);

/** Each segment begins anew, with its number in place of what stands before it. */
const segmentDecipher =
  ({ hash, salt }: Cipher, key: Buffer) =>
  (content: Buffer): Buffer => {
    const plain = Buffer.alloc(content.length);
    for (let at = 0; at < content.length; at += SEGMENT_BYTES)
      decipher(key, digest(hash, salt, uint32(at / SEGMENT_BYTES)), content.subarray(at, at + SEGMENT_BYTES)).copy(plain, at);
    return plain;
  };
