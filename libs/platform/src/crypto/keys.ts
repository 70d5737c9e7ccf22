import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** One generation of a secret of the installation. */
export interface Key {
  /** 1 to 255: the first byte of what is sealed with it. */
  readonly version: number;
  readonly secret: string;
}

/** The first one signs and seals, each of them verifies and opens. */
export type KeyRing = readonly [Key, ...Key[]];

/** A ring for a secret that has one generation. */
export const soleKey = (secret: string): KeyRing => [{ version: 1, secret }];

/** A key for one purpose, derived from a secret of the installation. A key object: to make one of bytes for each use costs more than the hash of a text. */
const derive = (secret: string, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `leakwatch:${purpose}`, KEY_BYTES)));

/** A keyed hash by which a secret is recognised again; the secret cannot be computed from it. */
export const keyFingerprint = (secret: string): string => signed(derive(secret, 'known-key'), '');

/** AES-256-GCM for what is secret at rest. `context` (table, column, owner) is authenticated: a moved ciphertext fails. */
export class Vault {
  /** Of the key that seals. */
  readonly version: number;
  private readonly keys: ReadonlyMap<number, KeyObject>;

  constructor(ring: KeyRing) {
    this.version = ring[0].version;
    this.keys = new Map(ring.map(({ version, secret }) => [version, derive(secret, 'vault')]));
  }

  seal(plain: string, context: string): Buffer {
    return this.sealBytes(Buffer.from(plain, 'utf8'), context);
  }

  sealBytes(plain: Uint8Array, context: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.keyOf(this.version), iv);
    cipher.setAAD(Buffer.from(`${this.version}:${context}`));
    const body = [cipher.update(plain), cipher.final()];
    return Buffer.concat([Buffer.of(this.version), iv, cipher.getAuthTag(), ...body]);
  }

  /** Throws when the ciphertext was changed or moved, or when its key is not on the ring. */
  open(sealed: Uint8Array, context: string): string {
    return this.openBytes(sealed, context).toString('utf8');
  }

  /** As `open`. */
  openBytes(sealed: Uint8Array, context: string): Buffer {
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    const version = bytes[0] ?? 0;
    const decipher = createDecipheriv('aes-256-gcm', this.keyOf(version), bytes.subarray(1, 1 + IV_BYTES));
    decipher.setAAD(Buffer.from(`${version}:${context}`));
    decipher.setAuthTag(bytes.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(1 + IV_BYTES + TAG_BYTES)), decipher.final()]);
  }

  /** The same content, sealed with the key that seals now. Throws as `open`. */
  reseal(sealed: Uint8Array, context: string): Buffer {
    return this.sealBytes(this.openBytes(sealed, context), context);
  }

  private keyOf(version: number): KeyObject {
    const key = this.keys.get(version);
    if (key === undefined) throw new Error(`no sealing key of version ${version}`);
    return key;
  }
}

/** HMAC-SHA256 for one purpose. */
export class Signer {
  private readonly key: KeyObject;
  private readonly keys: readonly KeyObject[];

  constructor([first, ...others]: KeyRing, purpose: string) {
    this.key = derive(first.secret, purpose);
    this.keys = [this.key, ...others.map(({ secret }) => derive(secret, purpose))];
  }

  sign(text: string): string {
    return signed(this.key, text);
  }

  verify(text: string, signature: string): boolean {
    const given = Buffer.from(signature);
    return this.keys.some((key) => {
      const expected = Buffer.from(signed(key, text));
      return expected.length === given.length && timingSafeEqual(expected, given);
    });
  }
}

const signed = (key: KeyObject, text: string) => createHmac('sha256', key).update(text).digest('base64url');
