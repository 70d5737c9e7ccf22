import { expect, test } from '@jest/globals';
import { extractDocument } from '../extract-document.ts';
import { zip } from '../documents.fixture.ts';
import { compound, wordStreams } from '../old-office.fixture.ts';

const wide = (text: string): Buffer => Buffer.from(text, 'utf16le');
/** Russian in the code page of Windows. */
const narrow = (text: string): Buffer =>
  Buffer.from([...text].map((letter) => (letter >= 'А' && letter <= 'я' ? letter.charCodeAt(0) - 0x350 : letter.charCodeAt(0))));

/** Numbers among the properties of a message, behind a head of 32 bytes, or of 24 within another one. */
function numbers(values: Readonly<Record<number, number>> = {}, head = 32): Buffer {
  const entries = Object.entries(values).map(([tag, value]) => {
    const entry = Buffer.alloc(16);
    entry.writeUInt32LE(Number(tag), 0);
    entry.writeUInt32LE(value, 8);
    return entry;
  });
  return Buffer.concat([Buffer.alloc(head), ...entries]);
}
const FIXED = '__properties_version1.0';
const property = (tag: string): string => `__substg1.0_${tag}`;
const [MESSAGE_PAGE, INTERNET_PAGE, LOCALE] = [0x3ffd_0003, 0x3fde_0003, 0x3ff1_0003];

async function partsOf(streams: Readonly<Record<string, Uint8Array>>) {
  const { parts, unread } = await extractDocument(compound(streams), 'mail.msg');
  return { texts: Object.fromEntries(parts.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()])), parts, unread };
}

const ANSI = {
  [property('0037001E')]: narrow('Доступы'),
  [property('1000001E')]: narrow('Пароль от базы\0'),
  [property('8000101E-00000000')]: narrow('Категория'),
};

test.each([
  ['the code page of its texts', { [MESSAGE_PAGE]: 1251, [INTERNET_PAGE]: 20866 }],
  ['the locale of its sender', { [LOCALE]: 0x0419, [INTERNET_PAGE]: 65001 }],
  ['the code page of its page', { [INTERNET_PAGE]: 1251 }],
])('texts of one byte a letter by %s', async (_, values) => {
  const { texts } = await partsOf({ [FIXED]: numbers(values), ...ANSI });
  expect(texts).toMatchObject({ headers: expect.stringContaining('Доступы'), text: 'Пароль от базы' });
  expect(texts['properties']).toContain('Категория');
});

test.each([
  ['no code page', {}],
  ['the Western one', { [MESSAGE_PAGE]: 1252 }],
])('texts stay as they are where a message names %s', async (_, values) => {
  const { parts } = await partsOf({ [FIXED]: numbers(values), ...ANSI });
  expect(parts.find(({ path }) => path === 'text')?.bytes).toEqual(narrow('Пароль от базы'));
});

const PAGE = narrow('<html><body>Пароль <b>от базы</b></body></html>');

test.each([
  ['by its code page', { [INTERNET_PAGE]: 1251 }, 'Пароль от базы'],
  ['as it is without one', {}, PAGE.toString()],
  ['as it is where ASCII is named', { [INTERNET_PAGE]: 20127 }, PAGE.toString()],
])('a page is read %s', async (_, values, text) => {
  const { texts } = await partsOf({ [FIXED]: numbers(values), [property('10130102')]: PAGE });
  expect(texts['text']).toBe(text);
});

test('a page beside a text adds what the text lacks, and is whole where its encoding is unknown', async () => {
  const both = { [property('1000001F')]: wide('seen'), [property('10130102')]: Buffer.from('<p>seen</p><!-- hidden -->') };
  expect((await partsOf({ [FIXED]: numbers(), ...both })).texts).toMatchObject({ text: 'seen', page: 'hidden' });
  const { texts } = await partsOf({ [FIXED]: numbers(), ...both, [property('10130102')]: PAGE });
  expect(texts).toMatchObject({ text: 'seen', page: PAGE.toString() });
});

test('recipients, entries of lists and properties that are no text', async () => {
  const { texts } = await partsOf({
    [FIXED]: numbers(),
    [property('1000001F')]: wide('text'),
    [property('8001101F')]: Buffer.alloc(8),
    [property('8001101F-00000000')]: wide('first category'),
    [property('8001101F-00000001')]: wide('second category'),
    [property('80020102')]: Buffer.from('odd'),
    [property('80030102')]: wide('even'),
    [`__recip_version1.0_#00000000/${property('3001001F')}`]: wide('Ivanov'),
    [`__recip_version1.0_#00000000/${property('39FE001F')}`]: wide('ivanov@corp.example'),
  });
  expect(texts['headers']).toContain('to: Ivanov  ivanov@corp.example');
  for (const text of ['first category', 'second category']) expect(texts['properties']).toContain(text);
  expect(texts['binary properties']).toContain('odd');
  expect(texts['binary properties']).toContain(wide('even').toString());
});

const attachment = (at: number, streams: Readonly<Record<string, Uint8Array>>) =>
  Object.fromEntries(Object.entries(streams).map(([name, content]) => [`__attach_version1.0_#0000000${at}/${name}`, content]));
const within = (streams: Readonly<Record<string, Uint8Array>>) =>
  Object.fromEntries(Object.entries(streams).map(([name, content]) => [`${property('3701000D')}/${name}`, content]));

test('files, documents and messages that are attached, and what is in them', async () => {
  const file = { [property('3707001F')]: wide('keys.zip'), [property('37010102')]: zip({ 'a.txt': 'in a file' }) };
  const message = within({
    [FIXED]: numbers({ [MESSAGE_PAGE]: 1251 }, 24),
    [property('1000001E')]: narrow('Письмо внутри'),
    [property('80020102')]: Buffer.from('inner bytes'),
    ...attachment(0, file),
  });
  const { texts, unread } = await partsOf({
    [FIXED]: numbers(),
    [property('1000001F')]: wide('outer'),
    ...attachment(0, file),
    ...attachment(1, { [property('3001001F')]: wide('Fwd'), ...message }),
    ...attachment(2, { [property('3001001F')]: wide('Doc'), ...within(wordStreams([{ text: 'in a document' }])) }),
    ...attachment(3, within({ CONTENTS: Buffer.from('in a stream') })),
  });
  expect(texts).toMatchObject({
    text: 'outer',
    'keys.zip!/a.txt': 'in a file',
    'Fwd.msg!/text': 'Письмо внутри',
    'Fwd.msg!/keys.zip!/a.txt': 'in a file',
    'Doc.msg!/text': 'in a document',
    'attachment 4.msg!/CONTENTS': 'in a stream',
  });
  expect(texts['Fwd.msg!/binary properties']).toContain('inner bytes');
  expect(texts['properties']).not.toContain('Письмо внутри');
  expect(texts['binary properties']).toBeUndefined();
  expect(unread).toEqual([]);
});

test('a message that is cut is read as far as it goes', async () => {
  const whole = compound({
    [FIXED]: numbers(),
    [property('1000001F')]: wide('text '.repeat(2_000)),
    [property('0037001F')]: wide('subject'),
  });
  for (const length of [600, 2_000, whole.length - 600]) {
    const { parts, unread } = await extractDocument(whole.subarray(0, length), 'mail.msg');
    expect({ unread: unread.map(({ reason }) => reason), parts: parts.length > 0 }).toEqual({ unread: ['damaged'], parts: true });
  }
});
