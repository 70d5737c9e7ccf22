import { expect, test } from '@jest/globals';
import { mail, zip } from '../documents.fixture.ts';
import { extractDocument } from '../extract-document.ts';

const FROM = Buffer.from('From vera@corp.example Mon Nov 23 10:00:00 2026\n');
const mailbox = (mails: readonly Uint8Array[]) => Buffer.concat(mails.flatMap((one) => [FROM, one, Buffer.from('\n\n')]));
const plain = (text: string) => Buffer.from(`From: a@corp.example\nMIME-Version: 1.0\nContent-Type: text/plain\n\n${text}`);
const read = async (bytes: Uint8Array) => {
  const { parts, unread } = await extractDocument(bytes, 'inbox');
  return { texts: new Map(parts.map((part) => [part.path, Buffer.from(part.bytes).toString()])), unread };
};

test('mails that follow each other, and what is in them', async () => {
  const quoted = 'quoted:\n\nFrom here on it is text\nFrom a@b.example Mon Nov 23 10:00:00 2026\nand not a header';
  const attached = mail('second', { name: 'keys.zip', content: zip({ 'a.txt': 'in a file' }) });
  const { texts, unread } = await read(mailbox([plain(quoted), attached, Buffer.from('Subject: no MIME\n\nthird')]));
  expect(texts.get('message 1!/text')?.trim()).toBe(quoted);
  expect(texts.get('message 2!/text')?.trim()).toBe('second');
  expect(texts.get('message 2!/keys.zip!/a.txt')).toBe('in a file');
  expect(texts.get('message 3')).toContain('third');
  expect(unread).toEqual([]);
});

test('a mail that begins with the signature of a server is apart from the one before', async () => {
  const attached = Buffer.from(mail('second', { name: 'keys.zip', content: zip({ 'a.txt': 'in a file' }) }));
  const signed = Buffer.concat([Buffer.from('DKIM-Signature: v=1; d=corp.example;\n\tb=abc\nARC-Seal: i=1\n'), attached]);
  const { texts } = await read(mailbox([plain('first'), signed]));
  expect(texts.get('message 1!/text')?.trim()).toBe('first');
  expect(texts.get('message 2!/keys.zip!/a.txt')).toBe('in a file');
});

test('more mails than are read are matched as they are', async () => {
  const { texts, unread } = await read(mailbox(Array.from({ length: 502 }, (_, at) => plain(`mail ${at}`))));
  expect(texts.get('message 500!/text')?.trim()).toBe('mail 499');
  expect(texts.get('rest')).toContain('mail 501');
  expect(unread).toEqual([{ path: '', reason: 'over_bound' }]);
});

test('a text that begins as a mailbox does is none', async () => {
  const { texts } = await read(Buffer.from('From the beginning of this year 2026\nSubject: none\n'));
  expect([...texts.keys()]).toEqual(['']);
});
