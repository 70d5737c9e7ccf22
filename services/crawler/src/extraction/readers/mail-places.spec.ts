import { expect, test } from '@jest/globals';
import { zip } from '../documents.fixture.ts';
import { extractDocument } from '../extract-document.ts';
import { compound } from '../old-office.fixture.ts';

async function textsOf(bytes: Uint8Array): Promise<Readonly<Record<string, string>>> {
  const { parts, unread } = await extractDocument(bytes, 'document');
  expect(unread).toEqual([]);
  return Object.fromEntries(parts.map(({ path, bytes: content }) => [path, Buffer.from(content).toString()]));
}

const MAIL = [
  'From: a@corp.example',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary="outer"',
  '',
  'before the first part',
  '--outer',
  'Content-Type: multipart/alternative;',
  ' boundary=inner',
  '',
  'before the inner part',
  '--inner',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Description: =?utf-8?B?0J/QsNGA0L7Qu9GM?=',
  '',
  'the text',
  '--inner--',
  'behind the inner part',
  '--outer',
  'Content-Type: text/html',
  '',
  '<input placeholder="in an attribute" class="look"><p data-note="in another">shown</p>',
  '--outer',
  'Content-Type: application/octet-stream; name="name of file.bin"',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from('content').toString('base64'),
  '--outer--',
  'behind the last part',
].join('\r\n');

test('what a mail has around its parts', async () => {
  const texts = await textsOf(Buffer.from(MAIL));
  const found = [
    'before the first part',
    'before the inner part',
    'Пароль',
    'behind the inner part',
    'name of file.bin',
    'behind the last part',
  ];
  for (const text of found) expect(texts['parts']).toContain(text);
  for (const text of ['the text', 'shown', 'a@corp', Buffer.from('content').toString('base64')]) expect(texts['parts']).not.toContain(text);
});

test('attributes of a page that say no look', async () => {
  const { page } = await textsOf(Buffer.from(MAIL));
  for (const text of ['in an attribute', 'in another']) expect(page).toContain(text);
  expect(page).not.toContain('look');
});

test('a property, a recipient and a name of a message of Outlook', async () => {
  const wide = (text: string) => Buffer.from(text, 'utf16le');
  const message = compound({
    '__properties_version1.0': Buffer.alloc(32),
    '__substg1.0_1000001F': wide('the text'),
    '__substg1.0_8005001F': wide('category'),
    '__substg1.0_0E1D001E': Buffer.from('narrow'),
    '__recip_version1.0_#00000000/__substg1.0_3A08001F': wide('telephone'),
  });
  const texts = await textsOf(message);
  for (const text of ['category', 'narrow', 'telephone']) expect(texts['properties']).toContain(text);
  expect(texts['properties']).not.toContain('the text');
});

/** An attribute of TNEF: level, number, kind, length, content, checksum. */
function attribute(id: number, content: Uint8Array): Buffer {
  const head = Buffer.alloc(9);
  head.writeUInt8(1);
  head.writeUInt16LE(id, 1);
  head.writeUInt32LE(content.length, 5);
  return Buffer.concat([head, content, Buffer.alloc(2)]);
}
/** A text that is not compressed, in the format of compressed ones. */
function formatted(text: string): Buffer {
  const literals = text.match(/.{1,8}/gs)?.map((group) => Buffer.concat([Buffer.of(0), Buffer.from(group)])) ?? [];
  const content = Buffer.concat(literals);
  const head = Buffer.alloc(16);
  head.writeUInt32LE(content.length + 12, 0);
  head.writeUInt32LE(text.length, 4);
  head.write('LZFu', 8);
  return Buffer.concat([head, content]);
}
const tnef = (...attributes: readonly Buffer[]): Buffer => Buffer.concat([Buffer.from('789f3e220100', 'hex'), ...attributes]);

test('winmail.dat', async () => {
  const inner = tnef(attribute(0x800f, zip({ 'b.txt': 'inner' })), attribute(0x8010, Buffer.from('b.zip\0')));
  const file = tnef(
    attribute(0x8004, Buffer.from('subject\0')),
    attribute(0x9003, formatted('{\\rtf1 formatted}')),
    attribute(0x800f, zip({ 'a.txt': 'attached' })),
    attribute(0x8010, Buffer.from('a.zip\0')),
    attribute(0x800f, Buffer.from('named in Russian')),
    attribute(0x8010, Buffer.from([0xea, 0xeb, 0xfe, 0xf7, 0xe8, 0])),
    attribute(0x9005, Buffer.concat([Buffer.alloc(40), inner])),
  );
  expect(await textsOf(file)).toMatchObject({
    'a.zip!/a.txt': 'attached',
    ключи: 'named in Russian',
    'text!/text': 'formatted',
    'message!/b.zip!/b.txt': 'inner',
  });
  const cut = await extractDocument(file.subarray(0, file.length - 10), 'winmail.dat');
  expect(cut.parts.map(({ path }) => path)).toContain('a.zip!/a.txt');
});
