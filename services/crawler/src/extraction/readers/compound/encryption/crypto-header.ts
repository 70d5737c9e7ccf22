/** What the methods of CryptoAPI say of themselves (MS-OFFCRYPTO 2.3.2 to 2.3.4): in `EncryptionInfo`, and in binary documents. */
export interface CryptoHeader {
  readonly algorithm: number;
  readonly keyBytes: number;
  readonly salt: Buffer;
  /** Encrypted random bytes, and their encrypted hash: they show whether a password fits. */
  readonly verifier: Buffer;
  readonly verifierHash: Buffer;
}

/** Documents that name no size have keys of 40 bits. */
const KEY_BITS = 40;
const KEY_BITS_MAX = 256;
const SALT_BYTES = 16;
const SHA1 = 0x8004;

export const RC4 = 0x6801;

/** Throws where bytes are missing. @returns undefined for a hash that the methods do not have */
export function cryptoHeader(info: Buffer): CryptoHeader | undefined {
  const header = info.subarray(12);
  const [algorithm, hash, keyBits] = [header.readUInt32LE(8), header.readUInt32LE(12), header.readUInt32LE(16) || KEY_BITS];
  const verifier = header.subarray(info.readUInt32LE(8));
  if ((hash !== SHA1 && hash !== 0) || keyBits > KEY_BITS_MAX || verifier.readUInt32LE(0) !== SALT_BYTES) return undefined;
  return {
    algorithm,
    keyBytes: keyBits / 8,
    salt: verifier.subarray(4, 20),
    verifier: verifier.subarray(20, 36),
    verifierHash: verifier.subarray(40),
  };
}
