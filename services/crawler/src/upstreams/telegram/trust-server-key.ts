import { helpers } from 'telegram';
import { _serverKeys } from 'telegram/crypto/RSA.js';
import { readServerKey } from '../../telegram-servers.ts';

/** A byte string of TL, shorter than 64 KB: a number of a key. */
const byteString = (bytes: Buffer): Buffer => {
  const head = bytes.length < 254 ? Buffer.from([bytes.length]) : Buffer.from([254, bytes.length & 255, bytes.length >> 8, 0]);
  return Buffer.concat([head, bytes, Buffer.alloc((4 - ((head.length + bytes.length) % 4)) % 4)]);
};

/** Makes the client accept a server with this public key, beside Telegram's own. The package reads its keys from one list. */
export async function trustServerKey(text: string): Promise<void> {
  const { n = '', e = '' } = readServerKey(text).export({ format: 'jwk' });
  const [modulus, exponent] = [Buffer.from(n, 'base64url'), Buffer.from(e, 'base64url')];
  const hash = await helpers.sha1(Buffer.concat([byteString(modulus), byteString(exponent)]));
  const number = helpers.readBigIntFromBuffer(modulus, false);
  _serverKeys.set(String(hash.readBigInt64LE(12)), { n: number, e: exponent.readUIntBE(0, exponent.length) });
}
