import { constants, privateDecrypt, randomBytes } from 'node:crypto';
import { decrypt, encrypt, fromBigInt, powerModulo, type ServerKey, sha1, sha256, toBigInt } from '../crypto.ts';
import { TELEGRAM_G, TELEGRAM_PRIME } from '../prime.ts';
import { readInteger, TlReader } from '../tl/read.ts';
import { asBytes, asLong, type TlObject } from '../tl/values.ts';
import { integer, writeObject } from '../tl/write.ts';

/** Two primes of 31 bits and their product, as in the documentation of MTProto. */
const [P, Q] = [0x494c553bn, 0x53911073n];
const KEY_BYTES = 256;

export interface AgreedKey {
  readonly key: Buffer;
  readonly id: bigint;
  readonly salt: bigint;
}

export const keyIdOf = (key: Buffer): bigint => sha1(key).readBigInt64LE(12);

/** The three questions with which a client and the server agree on an authorisation key. */
export class KeyExchange {
  private readonly serverNonce = randomBytes(16);
  private readonly secret = toBigInt(randomBytes(KEY_BYTES));
  private newNonce: Buffer = Buffer.alloc(32);

  constructor(private readonly serverKey: ServerKey) {}

  /** Returns the answer, and the key with the last one. Throws where the client does not follow the protocol. */
  answer(question: TlObject): { readonly answer: TlObject; readonly agreed?: AgreedKey } {
    const nonces = { nonce: asLong(question.nonce), server_nonce: readInteger(this.serverNonce) };
    if (question._ === 'req_pq_multi' || question._ === 'req_pq') {
      const fingerprints = [this.serverKey.fingerprint];
      return { answer: { _: 'resPQ', ...nonces, pq: fromBigInt(P * Q, 8), server_public_key_fingerprints: fingerprints } };
    }
    if (question.server_nonce !== nonces.server_nonce) throw new Error('the nonce is another one');
    if (question._ === 'req_DH_params') return { answer: this.offer(question, nonces) };
    if (question._ === 'set_client_DH_params') return this.agree(question, nonces);
    throw new Error(`${question._} is no part of the key exchange`);
  }

  private offer(question: TlObject, nonces: Pick<TlObject, 'nonce' | 'server_nonce'>): TlObject {
    if (toBigInt(asBytes(question.p)) !== P || toBigInt(asBytes(question.q)) !== Q) throw new Error('other factors');
    const inner = this.undoRsa(asBytes(question.encrypted_data));
    this.newNonce = integer(asLong(inner.new_nonce), 32);
    const data = writeObject({
      _: 'server_DH_inner_data',
      ...nonces,
      g: TELEGRAM_G,
      dh_prime: fromBigInt(TELEGRAM_PRIME, KEY_BYTES),
      g_a: fromBigInt(powerModulo(BigInt(TELEGRAM_G), this.secret, TELEGRAM_PRIME), KEY_BYTES),
      server_time: Math.floor(Date.now() / 1000),
    });
    const hashed = Buffer.concat([sha1(data), data]);
    const padded = Buffer.concat([hashed, randomBytes((16 - (hashed.length % 16)) % 16)]);
    return { _: 'server_DH_params_ok', ...nonces, encrypted_answer: encrypt(padded, this.temporaryKey()) };
  }

  private agree(question: TlObject, nonces: Pick<TlObject, 'nonce' | 'server_nonce'>): { answer: TlObject; agreed: AgreedKey } {
    const plain = decrypt(asBytes(question.encrypted_data), this.temporaryKey());
    const reader = new TlReader(plain.subarray(20));
    const inner = reader.object();
    if (!sha1(plain.subarray(20, 20 + reader.at)).equals(plain.subarray(0, 20))) throw new Error('the client’s part is damaged');
    const shared = powerModulo(toBigInt(asBytes(inner.g_b)), this.secret, TELEGRAM_PRIME);
    const key = fromBigInt(shared, KEY_BYTES);
    const hash = sha1(this.newNonce, Buffer.from([1]), sha1(key).subarray(0, 8)).subarray(4);
    const salt = Buffer.from(this.newNonce.subarray(0, 8).map((byte, at) => byte ^ (this.serverNonce[at] ?? 0)));
    return {
      answer: { _: 'dh_gen_ok', ...nonces, new_nonce_hash1: readInteger(hash) },
      agreed: { key, id: keyIdOf(key), salt: readInteger(salt) },
    };
  }

  /** RSA_PAD of the documentation, backwards. */
  private undoRsa(data: Buffer): TlObject {
    const plain = privateDecrypt({ key: this.serverKey.privateKey, padding: constants.RSA_NO_PADDING }, data);
    const sealed = plain.subarray(32);
    const key = sha256(sealed).map((byte, at) => byte ^ (plain[at] ?? 0));
    const opened = decrypt(sealed, { key: Buffer.from(key), iv: Buffer.alloc(32) });
    const padded = Buffer.from(opened.subarray(0, 192)).reverse();
    if (!sha256(key, padded).equals(opened.subarray(192))) throw new Error('the client’s question is damaged');
    return new TlReader(padded).object();
  }

  private temporaryKey() {
    const one = sha1(this.newNonce, this.serverNonce);
    const two = sha1(this.serverNonce, this.newNonce);
    return {
      key: Buffer.concat([one, two.subarray(0, 12)]),
      iv: Buffer.concat([two.subarray(12), sha1(this.newNonce, this.newNonce), this.newNonce.subarray(0, 4)]),
    };
  }
}
