import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { fromBigInt, powerModulo, sha256, toBigInt } from '../crypto.ts';
import { TELEGRAM_G, TELEGRAM_PRIME } from '../prime.ts';
import type { TlObject } from '../tl/values.ts';

const BYTES = 256;
const ROUNDS = 100_000;
const G = BigInt(TELEGRAM_G);
const wide = (value: bigint): Buffer => fromBigInt(value, BYTES);

/** One proof of a password by SRP, as Telegram's second factor asks for it: the password itself is never sent. */
export class PasswordCheck {
  readonly id = randomBytes(8).readBigInt64LE();
  readonly algorithm: TlObject;
  /** The server's public part. */
  readonly b: Buffer;
  private readonly salts = { one: randomBytes(16), two: randomBytes(16) };
  private readonly secret = toBigInt(randomBytes(BYTES));
  private readonly verifier: bigint;

  constructor(password: string) {
    this.algorithm = {
      _: 'passwordKdfAlgoSHA256SHA256PBKDF2HMACSHA512iter100000SHA256ModPow',
      salt1: this.salts.one,
      salt2: this.salts.two,
      g: TELEGRAM_G,
      p: wide(TELEGRAM_PRIME),
    };
    this.verifier = powerModulo(G, toBigInt(this.hash(password)), TELEGRAM_PRIME);
    const k = toBigInt(sha256(wide(TELEGRAM_PRIME), wide(G)));
    this.b = wide((k * this.verifier + powerModulo(G, this.secret, TELEGRAM_PRIME)) % TELEGRAM_PRIME);
  }

  /** @param a the client's public part @param proof what only one who knows the password can compute */
  accepts(a: Buffer, proof: Buffer): boolean {
    const u = toBigInt(sha256(wide(toBigInt(a)), this.b));
    const shared = powerModulo(toBigInt(a) * powerModulo(this.verifier, u, TELEGRAM_PRIME), this.secret, TELEGRAM_PRIME);
    const group = sha256(wide(TELEGRAM_PRIME)).map((byte, at) => byte ^ (sha256(wide(G))[at] ?? 0));
    const expected = sha256(group, sha256(this.salts.one), sha256(this.salts.two), wide(toBigInt(a)), this.b, sha256(wide(shared)));
    return expected.equals(proof);
  }

  private hash(password: string): Buffer {
    const { one, two } = this.salts;
    const first = sha256(two, sha256(one, Buffer.from(password), one), two);
    return sha256(two, pbkdf2Sync(first, one, ROUNDS, 64, 'sha512'), two);
  }
}
