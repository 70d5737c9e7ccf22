import { createCipheriv, createHash } from 'node:crypto';
import { compound, pptRecord } from './old-office.fixture.ts';
import { Budget } from './reader.ts';
import { CompoundFile } from './readers/compound/compound-file.ts';
import { rc4 } from './readers/compound/encryption/rc4.ts';

/** With which Excel and PowerPoint encrypt files that have no password of their own. */
export const EXCEL_PASSWORD = 'VelvetSweatshop';
export const POWERPOINT_PASSWORD = '/01Hannes Ruescher/01';

const SALT = Buffer.from('0123456789abcdef');
const VERIFIER = Buffer.from('verifies keys...');
const wide = (text: string): Buffer => Buffer.from(text, 'utf16le');
const hashOf = (algorithm: string, ...content: readonly Uint8Array[]): Buffer =>
  content.reduce((hash, one) => hash.update(one), createHash(algorithm)).digest();
const u16 = (...values: readonly number[]): Buffer => Buffer.from(values.flatMap((value) => [value & 0xff, value >>> 8]));
const u32 = (...values: readonly number[]): Buffer => Buffer.concat(values.map((value) => u16(value & 0xffff, value >>> 16)));
const filled = (bytes: Buffer, size: number, filling = 0): Buffer => Buffer.concat([bytes, Buffer.alloc(size, filling)]).subarray(0, size);
const blocks = (bytes: Buffer, size = 16): Buffer => filled(bytes, Math.ceil(bytes.length / size) * size);

function stretched(hash: string, password: string, rounds: number): Buffer {
  let key = hashOf(hash, SALT, wide(password));
  for (let round = 0; round < rounds; round += 1) key = hashOf(hash, u32(round), key);
  return key;
}

const packaged = (info: Uint8Array, encrypted: Uint8Array, size: number): Uint8Array =>
  compound({
    '\u0006DataSpaces/Version': wide('Microsoft.Container.DataSpaces'),
    EncryptionInfo: info,
    EncryptedPackage: Buffer.concat([u32(size, 0), encrypted]),
  });

export interface AgileOptions {
  readonly bits?: 128 | 192 | 256;
  readonly hash?: string;
  readonly rounds?: number;
  /** What the file says, whatever its key needs. */
  readonly saidRounds?: string;
}

/** A newer office file as Office 2010 and later encrypt it. */
export function agile(content: Uint8Array, password = EXCEL_PASSWORD, options: AgileOptions = {}): Uint8Array {
  const { bits = 256, hash = 'SHA512', rounds = 1_000, saidRounds = String(rounds) } = options;
  const secret = stretched(hash, password, rounds);
  const cipher = (key: Buffer, vector: Buffer, bytes: Buffer) =>
    createCipheriv(`aes-${bits}-cbc`, key, filled(vector, 16, 0x36))
      .setAutoPadding(false)
      .update(blocks(bytes));
  const closed = (purpose: string, bytes: Buffer) =>
    cipher(filled(hashOf(hash, secret, Buffer.from(purpose, 'hex')), bits / 8, 0x36), SALT, bytes).toString('base64');
  const key = Buffer.from('a key of 32 bytes for the content').subarray(0, bits / 8);
  const segments = Array.from({ length: Math.ceil(content.length / 4096) }, (_, at) =>
    cipher(key, hashOf(hash, SALT, u32(at)), Buffer.from(content.subarray(at * 4096, (at + 1) * 4096))),
  );
  const how = `saltSize="16" blockSize="16" keyBits="${bits}" hashSize="${hashOf(hash).length}" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="${hash}" saltValue="${SALT.toString('base64')}"`;
  const xml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password">
<keyData ${how}/><keyEncryptors><keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password">
<p:encryptedKey spinCount="${saidRounds}" ${how} encryptedVerifierHashInput="${closed('fea7d2763b4b9e79', VERIFIER)}"
 encryptedVerifierHashValue="${closed('d7aa0f6d3061344e', hashOf(hash, VERIFIER))}" encryptedKeyValue="${closed('146e0be7abacd0d6', key)}"/>
</keyEncryptor></keyEncryptors></encryption>`;
  return packaged(Buffer.concat([u16(4, 4), u32(0x40), Buffer.from(xml)]), Buffer.concat(segments), content.length);
}

/** How CryptoAPI describes an encryption, with a verifier and its hash. */
const cryptoInfo = (algorithm: number, bits: number, verifier: Uint8Array, hash: Uint8Array): Buffer => {
  const header = Buffer.concat([u32(0x24, 0, algorithm, 0x8004, bits, 24, 0, 0), wide('Provider\0')]);
  return Buffer.concat([u16(4, 2), u32(0x24, header.length), header, u32(16), SALT, verifier, u32(20), hash]);
};

/** A newer office file as Office 2007 encrypts it. */
export function standard(content: Uint8Array, password = EXCEL_PASSWORD, bits: 128 | 192 | 256 = 128): Uint8Array {
  const last = hashOf('sha1', stretched('sha1', password, 50_000), u32(0));
  const half = (filling: number) => hashOf('sha1', Buffer.from(filled(last, 64).map((byte) => byte ^ filling)));
  const key = Buffer.concat([half(0x36), half(0x5c)]).subarray(0, bits / 8);
  const closed = (bytes: Buffer) => createCipheriv(`aes-${bits}-ecb`, key, null).setAutoPadding(false).update(blocks(bytes));
  const info = cryptoInfo(0x660e + (bits - 128) / 64, bits, closed(VERIFIER), closed(hashOf('sha1', VERIFIER)));
  return packaged(info, closed(Buffer.from(content)), content.length);
}

/** How a workbook is encrypted: what its record of the password holds, and what that does to a record. */
export interface WorkbookMethod {
  readonly record: Buffer;
  readonly encrypt: (content: Buffer, at: number) => Buffer;
}

const byKeys = (keyOf: (block: number) => Buffer, record: Buffer): WorkbookMethod => ({
  record,
  encrypt: (content, at) => {
    const first = Math.floor(at / 1024);
    const count = Math.floor((at + content.length) / 1024) - first + 1;
    const stream = Buffer.concat(Array.from({ length: count }, (_, block) => rc4(keyOf(first + block))(Buffer.alloc(1024))));
    return Buffer.from(content.map((byte, index) => byte ^ (stream[(at % 1024) + index] ?? 0)));
  },
});

/** RC4 with a key of 40 bits, as Excel 97 writes it. */
export function rc4Of40Bits(password = EXCEL_PASSWORD): WorkbookMethod {
  const salted = Buffer.concat([hashOf('md5', wide(password)).subarray(0, 5), SALT]);
  const key = hashOf('md5', Buffer.concat(Array.from({ length: 16 }, () => salted))).subarray(0, 5);
  const keyOf = (block: number) => hashOf('md5', key, u32(block));
  const cipher = rc4(keyOf(0));
  return byKeys(keyOf, Buffer.concat([u16(1, 1, 1), SALT, cipher(VERIFIER), cipher(hashOf('md5', VERIFIER))]));
}

/** RC4 of CryptoAPI, as Excel 2003 and later write it. */
export function rc4OfCryptoApi(password = EXCEL_PASSWORD, bits = 128): WorkbookMethod {
  const { keyOf, info } = cryptoApiOf(password, bits);
  return byKeys(keyOf, Buffer.concat([u16(1), info]));
}

function cryptoApiOf(password: string, bits: number): { readonly keyOf: (block: number) => Buffer; readonly info: Buffer } {
  const salted = hashOf('sha1', SALT, wide(password));
  const keyOf = (block: number) =>
    filled(hashOf('sha1', salted, u32(block)).subarray(0, bits / 8), Math.max(bits / 8, bits === 40 ? 16 : 0));
  const cipher = rc4(keyOf(0));
  return { keyOf, info: cryptoInfo(0x6801, bits, cipher(VERIFIER), cipher(hashOf('sha1', VERIFIER))) };
}

/** The obfuscation of Excel 95, with the key of the default password; Excel 97 writes a number before it. */
export function obfuscation(isExcel95 = false, verifier = 0x9a0a): WorkbookMethod {
  const bytes = '3c5bd417f01f2813f04bb403c473a420'.match(/../g)?.map((byte) => Number.parseInt(byte, 16)) ?? [];
  return {
    record: isExcel95 ? u16(0xb359, verifier) : u16(0, 0xb359, verifier),
    encrypt: (content, at) =>
      Buffer.from(
        content.map((byte, index) => {
          const mixed = byte ^ (bytes[(at + content.length + index) % 16] ?? 0);
          return (mixed >>> 3) | (mixed << 5);
        }),
      ),
  };
}

const streamsOf = (document: Uint8Array): Record<string, Buffer> => {
  const file = new CompoundFile(document, new Budget({ bytes: 1e8, parts: 1 }));
  return Object.fromEntries(file.names.map((name) => [name, file.read(name) ?? Buffer.alloc(0)]));
};

/** Records that stay as they are. */
const PLAIN = [0x0809, 0x00e1, 0x0138, 0x0194, 0x0195, 0x0196];

/** A workbook of Excel 95 or later, encrypted: the record of the password follows the first one, and all others are encrypted. */
export function encryptedWorkbook(workbook: Uint8Array, { record, encrypt }: WorkbookMethod): Uint8Array {
  const streams = streamsOf(workbook);
  const [name = ''] = Object.keys(streams).filter((one) => one === 'Workbook' || one === 'Book');
  const stream = streams[name] ?? Buffer.alloc(0);
  const password = Buffer.concat([u16(0x2f, record.length), record]);
  const pieces: Buffer[] = [];
  let added = 0;
  for (let at = 0; at < stream.length; ) {
    const type = stream.readUInt16LE(at);
    const end = at + 4 + stream.readUInt16LE(at + 2);
    const content = Buffer.from(stream.subarray(at + 4, end));
    const encrypted = PLAIN.includes(type) ? content : encrypt(content, at + 4 + added);
    if (type === 0x85) u32(content.readUInt32LE(0) + password.length).copy(encrypted);
    pieces.push(stream.subarray(at, at + 4), encrypted);
    if (added === 0) {
      pieces.push(password);
      added = password.length;
    }
    at = end;
  }
  return compound({ ...streams, [name]: Buffer.concat(pieces) });
}

/** A presentation of `presentationOf`, encrypted by CryptoAPI: each of its objects, with a key for its number. */
export function encryptedPresentation(presentation: Uint8Array, password = POWERPOINT_PASSWORD): Uint8Array {
  const PLACES = 0x1772;
  const stream = streamsOf(presentation)['PowerPoint Document'] ?? Buffer.alloc(0);
  const { keyOf, info } = cryptoApiOf(password, 128);
  const numbers = new Map<number, number>();
  const offsets: number[] = [];
  let end = 0;
  for (let at = 0; at < stream.length; at += 8 + stream.readUInt32LE(at + 4)) {
    if (stream.readUInt16LE(at + 2) !== PLACES) {
      offsets.push(at);
      end = at + 8 + stream.readUInt32LE(at + 4);
      continue;
    }
    // The numbers of slides, which stand in the document.
    for (let id = 1; id <= stream.readUInt32LE(at + 8) >>> 20; id += 1) numbers.set(stream.readUInt32LE(at + 8 + id * 4), id);
  }
  for (const offset of offsets) if (!numbers.has(offset)) numbers.set(offset, numbers.size + 1);
  const objects = offsets.map((offset, at) => rc4(keyOf(numbers.get(offset) ?? 0))(stream.subarray(offset, offsets[at + 1] ?? end)));
  const encryption = pptRecord(0xf, 0, 0x2f14, info);
  numbers.set(end, numbers.size + 1);
  const inOrder = [...numbers].toSorted(([, one], [, other]) => one - other).map(([offset]) => offset);
  const places = pptRecord(0, 0, PLACES, u32(1 + (inOrder.length << 20), ...inOrder));
  const save = pptRecord(0, 0, 0x0ff5, u32(0, 0, 0, end + encryption.length, 1, inOrder.length, 0, inOrder.length));
  return compound({
    'PowerPoint Document': Buffer.concat([...objects, encryption, places, save]),
    'Current User': pptRecord(0, 0, 0x0ff6, u32(20, 0xf3d1_c4df, end + encryption.length + places.length, 0)),
  });
}
