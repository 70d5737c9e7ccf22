import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { mail, zip } from '../documents.fixture.ts';
import { extractDocument } from '../extract-document.ts';

const DATA = Buffer.from('06092a864886f70d010701', 'hex');
const SIGNED = Buffer.from('06092a864886f70d010702', 'hex');
const ENVELOPED = Buffer.from('06092a864886f70d010703', 'hex');
const VERSION = Buffer.from('020101', 'hex');

function element(tag: number, ...inner: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(inner);
  const long = Buffer.alloc(5, 0x84);
  long.writeUInt32BE(content.length, 1);
  return Buffer.concat([Buffer.of(tag), content.length < 0x80 ? Buffer.of(content.length) : long, content]);
}
/** Of a length that is not known when it begins. */
const open = (tag: number, ...inner: readonly Uint8Array[]) => Buffer.concat([Buffer.of(tag, 0x80), ...inner, Buffer.of(0, 0)]);

const CERTIFICATE = element(0xa0, element(0x30, element(0x0c, Buffer.from('Vera Petrova'))));
const signature = (content: Uint8Array, make: typeof element, octets: (bytes: Uint8Array) => Uint8Array) =>
  make(0x30, SIGNED, make(0xa0, make(0x30, VERSION, element(0x31), make(0x30, DATA, make(0xa0, octets(content))), CERTIFICATE)));
const whole = (content: Uint8Array) => signature(content, element, (bytes) => element(0x04, bytes));
/** As programs write that do not hold the content in memory. */
const inPieces = (content: Uint8Array) =>
  signature(content, open, (bytes) =>
    open(0x24, ...Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) => element(0x04, bytes.subarray(at * 7, (at + 1) * 7)))),
  );
const asText = (content: Uint8Array) =>
  Buffer.from(
    `-----BEGIN CMS-----\n${whole(content)
      .toString('base64')
      .replaceAll(/(.{64})/g, '$1\n')}\n-----END CMS-----\n`,
  );
const withoutLines = (content: Uint8Array) => Buffer.from(inPieces(content).toString('base64'));

async function read(bytes: Uint8Array, path = 'keys.zip.sig') {
  const { parts, unread } = await extractDocument(bytes, path);
  return { texts: new Map(parts.map((part) => [part.path, Buffer.from(part.bytes).toString()])), unread };
}

describe.each([
  ['whole', whole],
  ['in pieces', inPieces],
  ['as text', asText],
  ['in base64 without lines', withoutLines],
])('a signature %s', (_, make) => {
  test('holds a file, and names who signed', async () => {
    const { texts, unread } = await read(make(zip({ 'a.txt': 'in a file' })));
    expect(texts.get('keys.zip!/a.txt')).toBe('in a file');
    expect(texts.get('signature')).toContain('Vera Petrova');
    expect(unread).toEqual([]);
  });

  test('holds a mail, whose version of MIME stands outside', async () => {
    const content = Buffer.from('Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\naW4gYSBtYWls\r\n');
    const { texts } = await read(make(content), 'smime.p7m');
    expect(texts.get('smime!/text')?.trim()).toBe('in a mail');
  });
});

test('a signature in a mail', async () => {
  const { texts } = await read(mail('see', { name: 'smime.p7m', content: whole(zip({ 'a.txt': 'signed' })) }), 'mail.eml');
  expect(texts.get('smime.p7m!/smime!/a.txt')).toBe('signed');
});

test('a signature beside its file, an encrypted content, and one that is cut', async () => {
  const beside = element(0x30, SIGNED, element(0xa0, element(0x30, VERSION, element(0x31), element(0x30, DATA), CERTIFICATE)));
  expect(await read(beside)).toEqual({ texts: new Map([['', beside.toString()]]), unread: [] });
  const encrypted = element(0x30, ENVELOPED, element(0xa0, Buffer.alloc(40, 7)));
  expect((await read(encrypted)).unread).toEqual([{ path: '', reason: 'encrypted' }]);
  const long = Buffer.from('text '.repeat(100));
  for (const make of [whole, inPieces]) {
    const { texts, unread } = await read(make(long).subarray(0, 400), 'a.txt.sig');
    expect(unread).toEqual([{ path: '', reason: 'damaged' }]);
    expect(long.toString().startsWith(texts.get('a.txt') ?? 'x')).toBe(true);
  }
});

test('any damage ends with a part or a reason', async () => {
  const documents = [whole, inPieces].map((make) => make(Buffer.from('text '.repeat(20))));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...documents),
      fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 6 }),
      async (document, changes) => {
        const bytes = Buffer.from(document);
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        expect((await read(bytes)).texts.size).toBeGreaterThan(0);
      },
    ),
  );
});

test('lengths within lengths end soon', async () => {
  const deep = Buffer.concat([Buffer.of(0x30, 0x80), SIGNED, Buffer.alloc(2_000_000, Buffer.of(0xa0, 0x80))]);
  const { texts, unread } = await read(deep);
  expect([texts.size, unread.map(({ reason }) => reason)]).toEqual([1, ['damaged']]);
});
