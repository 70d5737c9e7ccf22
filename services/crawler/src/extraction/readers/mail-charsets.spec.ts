import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { extractDocument } from '../extract-document.ts';
import { originalHeaders, bytesOf, keepingBytes } from './mail-charsets.ts';

const TEXT = 'Пароль от базы';
const KOI = 'юабцдефгхийклмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ';
const narrow = (code: (letter: string) => number) => (text: string) =>
  Buffer.from([...text].map((letter) => (letter < '\u0080' ? letter.charCodeAt(0) : code(letter))));
const ENCODINGS = {
  'UTF-8': (text: string) => Buffer.from(text),
  'windows-1251': narrow((letter) => letter.charCodeAt(0) - 0x350),
  'KOI8-R': narrow((letter) => 0xc0 + KOI.indexOf(letter)),
};
const quoted = (bytes: Buffer) =>
  Buffer.from([...bytes].map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : `=${byte.toString(16).toUpperCase()}`)).join(''));
const TRANSFERS = {
  '8bit': (bytes: Buffer) => bytes,
  'quoted-printable': quoted,
  base64: (bytes: Buffer) => Buffer.from(bytes.toString('base64')),
};
const HEAD = 'From: a@corp.example\r\nTo: b@corp.example\r\nMIME-Version: 1.0\r\n';
const mailOf = (type: string, transfer: string, body: Buffer, head = Buffer.from(HEAD)) =>
  Buffer.concat([head, Buffer.from(`Content-Type: ${type}\r\nContent-Transfer-Encoding: ${transfer}\r\n\r\n`), body, Buffer.from('\r\n')]);

async function partsOf(mail: Uint8Array) {
  const { parts, unread } = await extractDocument(mail, 'mail.eml');
  expect(unread).toEqual([]);
  return new Map(parts.map(({ path, bytes }) => [path, Buffer.from(bytes)]));
}

const NAMED = ['', '; charset=us-ascii', '; charset="utf-8"', '; charset=ISO-8859-1; format=flowed', ';\r\n\tcharset=unknown-8bit'];
const cases = Object.entries(ENCODINGS).flatMap(([encoding, encode]) =>
  Object.entries(TRANSFERS).flatMap(([transfer, written]) =>
    NAMED.flatMap((named) =>
      ['plain', 'html'].map((kind) => [encoding, transfer, kind, named, written(encode(TEXT)), encode(TEXT)] as const),
    ),
  ),
);

test.each(cases)('%s as %s in text/%s%s', async (_encoding, transfer, kind, named, body, text) => {
  const parts = await partsOf(mailOf(`text/${kind}${named}`, transfer, body));
  expect(parts.get('text')?.includes(text)).toBe(true);
  const headers = `${HEAD}Content-Type: text/${kind}${named}\r\nContent-Transfer-Encoding: ${transfer}`;
  const unfolded = (value: string | undefined) =>
    value
      ?.toLowerCase()
      .replaceAll(/\r?\n?\t/g, ' ')
      .replaceAll('\r', '');
  expect(unfolded(parts.get('headers')?.toString())).toBe(unfolded(headers));
});

test('what a mail names is believed where programs write it on purpose', async () => {
  const parts = await partsOf(mailOf('text/plain; charset=koi8-r', '8bit', ENCODINGS['KOI8-R'](TEXT)));
  expect(parts.get('text')?.toString().trim()).toBe(TEXT);
});

describe.each(Object.entries(ENCODINGS))('headers in %s as they are', (_encoding, encode) => {
  test('a subject, and the name of a file', async () => {
    const head = Buffer.concat([Buffer.from(`${HEAD}Subject: `), encode(TEXT), Buffer.from('\r\n')]);
    const name = Buffer.concat([Buffer.from('attachment; filename="'), encode(`${TEXT}.txt`), Buffer.from('"')]);
    const part = Buffer.concat([
      Buffer.from('--b\r\nContent-Type: text/plain\r\nContent-Disposition: '),
      name,
      Buffer.from('\r\n\r\nin a file\r\n--b--\r\n'),
    ]);
    const parts = await partsOf(mailOf('multipart/mixed; boundary="b"', '8bit', part, head));
    expect(parts.get('headers')?.includes(encode(TEXT))).toBe(true);
    expect(parts.get('parts')?.includes(encode(TEXT))).toBe(true);
    expect([...parts.keys()]).toContain(`${TEXT}.txt`);
  });
});

test('parts without headers, mails in mails and digests', async () => {
  const body = ENCODINGS['windows-1251'](TEXT);
  const inner = Buffer.concat([Buffer.from('Subject: inner\r\n\r\n'), body, Buffer.from('\r\n')]);
  const mixed = [
    Buffer.from('--b\r\n\r\n'),
    body,
    Buffer.from('\r\n--b\r\nContent-Type: message/rfc822\r\n\r\n'),
    inner,
    Buffer.from('--b--\r\n'),
  ];
  const parts = await partsOf(mailOf('multipart/mixed; boundary=b', '8bit', Buffer.concat(mixed)));
  expect(parts.get('text')?.toString('latin1').split(body.toString('latin1'))).toHaveLength(3);
  expect(parts.get('parts')?.toString()).toBe('Content-Type: message/rfc822\nSubject: inner');
  const digest = [Buffer.from('--b\r\n\r\n'), inner, Buffer.from('--b--\r\n')];
  expect((await partsOf(mailOf('multipart/digest; boundary=b', '8bit', Buffer.concat(digest)))).get('text')?.includes(body)).toBe(true);
});

test('a boundary of several words', async () => {
  const body = Buffer.concat([Buffer.from('--a b c\r\n\r\n'), ENCODINGS['windows-1251'](TEXT), Buffer.from('\r\n--a b c--\r\n')]);
  const parts = await partsOf(mailOf('multipart/mixed; boundary="a b c"', '8bit', body));
  expect(parts.get('text')?.includes(ENCODINGS['windows-1251'](TEXT))).toBe(true);
});

test('a calendar', async () => {
  const body = ENCODINGS['windows-1251'](TEXT);
  const parts = await partsOf(mailOf('text/calendar; method=REQUEST', 'base64', Buffer.from(body.toString('base64'))));
  expect(parts.get('attachment 1')?.includes(body)).toBe(true);
});

test('what a body says of charsets stays', async () => {
  const body = '--c\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nquoted';
  const parts = await partsOf(mailOf('multipart/mixed; boundary=b', '8bit', Buffer.from(`--b\r\n\r\n${body}\r\n--b--\r\n`)));
  expect(parts.get('text')?.toString().trim()).toBe(body.replaceAll('\r\n', '\n'));
});

test('any bytes come back, and any mail that needs no change is none', () => {
  const decoder = new TextDecoder('x-user-defined');
  fc.assert(fc.property(fc.uint8Array(), (bytes) => expect(bytesOf(decoder.decode(bytes))).toEqual(Buffer.from(bytes))));
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => expect(bytesOf(text).toString()).toBe(Buffer.from(text).toString())));
  const mail = mailOf('image/png', 'base64', Buffer.from('AAAA'));
  expect(Buffer.from(keepingBytes(mail))).toEqual(mail);
});

test('headers come back', () => {
  const head = 'Subject: x\r\nContent-Type: text/plain; charset="utf-8"; name=a (b)\r\nX-A: b';
  const changed = Buffer.from(keepingBytes(Buffer.from(`${head}\r\n\r\n`))).toString();
  expect(changed).toContain('x-user-defined');
  expect(originalHeaders(changed).trim()).toBe(head);
});
