import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** The first byte of every ciphertext, so that keys can be rotated while old ciphertexts stay readable. */
const KEY_VERSION = 1;

/** A key for one purpose, derived from the installation's secret. */
const derive = (secret: string, purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `leakwatch:${purpose}`, KEY_BYTES));

/** AES-256-GCM for what is secret at rest. `context` (table, column, owner) is authenticated: a moved ciphertext fails. */
export class Vault {
  private readonly key: Buffer;

  constructor(secret: string) {
    this.key = derive(secret, 'vault');
  }

  seal(plain: string, context: string): Buffer {
    return this.sealBytes(Buffer.from(plain, 'utf8'), context);
  }

  sealBytes(plain: Uint8Array, context: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, iv);
    cipher.setAAD(Buffer.from(`${KEY_VERSION}:${context}`));
    const body = [cipher.update(plain), cipher.final()];
    return Buffer.concat([Buffer.of(KEY_VERSION), iv, cipher.getAuthTag(), ...body]);
  }

  /** Throws when the ciphertext was changed, moved, or made with another secret. */
  open(sealed: Uint8Array, context: string): string {
    return this.openBytes(sealed, context).toString('utf8');
  }

  /** As `open`. */
  openBytes(sealed: Uint8Array, context: string): Buffer {
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    const version = bytes[0];
    if (version !== KEY_VERSION) throw new Error(`no key of version ${String(version)}`);
    const decipher = createDecipheriv('aes-256-gcm', this.key, bytes.subarray(1, 1 + IV_BYTES));
    decipher.setAAD(Buffer.from(`${version}:${context}`));
    decipher.setAuthTag(bytes.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(1 + IV_BYTES + TAG_BYTES)), decipher.final()]);
  }
}

/** HMAC-SHA256 for one purpose. */
export class Signer {
  private readonly key: Buffer;

  constructor(secret: string, purpose: string) {
    this.key = derive(secret, purpose);
  }

  sign(text: string): string {
    return createHmac('sha256', this.key).update(text).digest('base64url');
  }

  verify(text: string, signature: string): boolean {
    const expected = Buffer.from(this.sign(text));
    const given = Buffer.from(signature);
    return expected.length === given.length && timingSafeEqual(expected, given);
  }
}
