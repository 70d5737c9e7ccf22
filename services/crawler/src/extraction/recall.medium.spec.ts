import { isUtf8 } from 'node:buffer';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compilePatterns, describeDocument, isPage, namesInside, pathInside } from '@leakwatch/matching';
import type { Pattern } from '@leakwatch/vocabulary';
import { matchedPart } from '../scanning/to-findings.ts';
import { lz4, rar, rar4, sevenzipOf } from './archives.fixture.ts';
import { xlsb } from './binary-workbook.fixture.ts';
import { compressed, docx, mail, msg, notebook, odt, ods, pdfWithTable, pptx, sqlite, tar, xlsx, zip, zstd } from './documents.fixture.ts';
import {
  agile,
  encryptedPresentation,
  encryptedWorkbook,
  obfuscation,
  rc4Of40Bits,
  rc4OfCryptoApi,
  standard,
} from './encrypted-office.fixture.ts';
import { component } from './iwork.fixture.ts';
import { EXTRACTION_BOUNDS } from './extract-document.ts';
import { Extractor } from './extractor.ts';
import {
  compound,
  doc,
  excel95,
  gnumeric,
  macroStream,
  ppt,
  presentationOf,
  wordOf,
  wordStreams,
  workbookOf,
  xls,
} from './old-office.fixture.ts';

const never = new AbortController().signal;
let extractor: Extractor;
beforeAll(() => {
  extractor = new Extractor();
});
afterAll(() => extractor.onModuleDestroy());

const DOMAIN = 'db.corp.example';
const WORD = 'Секрет42';
const LEAK = `Пароль сервера базы данных ${DOMAIN} такой: ${WORD}`;
const PATTERNS: readonly Pattern[] = [
  { id: 'domain', kind: 'internal_domain', text: 'corp.example' },
  { id: 'words', kind: 'deep', text: `секрет42 ${DOMAIN}` },
];
const compiled = compilePatterns(PATTERNS);

/** Where each pattern is found in a document, as a crawler reads it. */
async function placesIn(bytes: Uint8Array, path: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const extracted = await extractor.extract({ bytes, path }, never);
  const places: Record<string, string[]> = {};
  for (const part of extracted?.parts ?? [{ path: '', bytes }]) {
    const result = describeDocument(compiled, { bytes: part.bytes, fileNames: namesInside(path, part.path) });
    for (const match of result.outcome === 'examined' ? result.matches : []) {
      const document = { path: pathInside(path, part.path), version: '1', commit: null };
      const found = matchedPart(match, { document, bytes: part.bytes.length, urlAt: () => '' }, new Date(0));
      (places[match.patternId] ??= []).push(found.path);
    }
  }
  return places;
}

const bytesIn = (table: Readonly<Record<string, number>>) => (text: string) =>
  Uint8Array.from([...text].map((letter) => table[letter] ?? letter.charCodeAt(0)));
const tableOf = (label: string) =>
  Object.fromEntries(Array.from({ length: 128 }, (_, at) => [new TextDecoder(label).decode(Uint8Array.of(128 + at)), 128 + at]));
const wide = (text: string) => Buffer.from(text, 'utf16le');

/** How a text is written down, and what that adds to its place. */
const ENCODINGS: Readonly<Record<string, readonly [(text: string) => Uint8Array, string?]>> = {
  'UTF-8': [(text) => Buffer.from(text)],
  'UTF-16 with a mark': [(text) => wide(`\ufeff${text}`)],
  'UTF-16 without a mark': [wide],
  'UTF-16 big endian': [(text) => wide(text).swap16()],
  'windows-1251': [bytesIn(tableOf('windows-1251'))],
  'KOI8-R': [bytesIn(tableOf('koi8-r'))],
  CP866: [bytesIn(tableOf('ibm866'))],
  base64: [(text) => Buffer.from(`key: ${Buffer.from(text).toString('base64')}`), '!/base64'],
  'base64 of UTF-16': [(text) => Buffer.from(`powershell -enc ${wide(text).toString('base64')}`), '!/base64'],
  'base64 in lines': [
    (text) =>
      Buffer.from(
        Buffer.from(text)
          .toString('base64')
          .replace(/(.{24})/g, '$1\r\n'),
      ),
    '!/base64',
  ],
  'percent-encoding': [(text) => Buffer.from(`q=${encodeURIComponent(text).replaceAll('.', '%2E')}`), '!/percent'],
  entities: [(text) => Buffer.from([...text].map((letter) => `&#${letter.charCodeAt(0)};`).join('')), '!/entity'],
  'escapes of JSON': [
    (text) => Buffer.from(JSON.stringify(text).replaceAll(/[^ ]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)),
    '!/unicode',
  ],
};

/** Each pair of letters in an element of its own. */
const tagged = (text: string): string => text.replaceAll(/\S{2}/g, (letters) => `<b class="x">${letters}</b>`);

/** What holds a text, and where in it. */
const FORMATS: Readonly<Record<string, readonly [(text: string) => Uint8Array, string]>> = {
  docx: [(text) => docx(['Письмо', text]), 'text'],
  xlsx: [(text) => xlsx({ Июнь: [['Имя'], [text]] }), 'Июнь'],
  xlsb: [(text) => xlsb({ Июнь: [['Имя'], [text]] }), 'Июнь'],
  'xlsb with a text in its cell': [(text) => xlsb({ Июнь: [[{ kind: 'inline', value: text }]] }), 'Июнь'],
  'formula of an xlsb': [(text) => xlsb({ Июнь: [[{ kind: 'formula number', value: 1 }]] }, {}, text), 'xl/worksheets/sheet1.bin'],
  pptx: [(text) => pptx(['Первый', text]), 'slide 2'],
  odt: [(text) => odt([text]), 'text'],
  ods: [(text) => ods('Оклады', [[text]]), 'Оклады'],
  pdf: [pdfWithTable, 'page 1'],
  html: [(text) => Buffer.from(`<!DOCTYPE html><html><body><table><tr><td>${text}</td></tr></table></body></html>`), ''],
  'html with tags within words': [(text) => Buffer.from(`<!DOCTYPE html><html><body><p>${tagged(text)}</p></body></html>`), ''],
  'html with entities and comments within words': [
    (text) => Buffer.from(`<div><span>${[...text].map((letter) => `&#${letter.charCodeAt(0)};`).join('<!-- x -->')}</span></div>`),
    '',
  ],
  'cells of html': [
    (text) =>
      Buffer.from(
        `<table><tr>${text
          .split(' ')
          .map((word) => `<td>${tagged(word)}</td>`)
          .join('\n')}</tr></table>`,
      ),
    '',
  ],
  'coloured program in html': [(text) => Buffer.from(`<html><pre class="code">${tagged(text)}\n</pre></html>`), ''],
  rtf: [
    (text) =>
      Buffer.from(`{\\rtf1\\ansi ${[...text].map((letter) => (letter > '~' ? `\\u${letter.charCodeAt(0)}?` : letter)).join('')}\\par}`),
    'text',
  ],
  mail: [(text) => mail(text, { name: 'a', content: Buffer.from('x') }), 'text'],
  'message of Outlook': [msg, 'text'],
  'Pages of Apple': [(text) => zip({ 'Index/Document.iwa': component(['Письмо', text]) }), 'Index/Document.iwa!/text'],
  doc: [doc, 'text'],
  'doc of several saves': [(text) => wordOf([{ text: 'Письмо\r' }, { text: text.slice(0, 30) }, { text: text.slice(30) }]), 'text'],
  'deleted text of a doc': [(text) => wordOf([{ text: 'Письмо' }, { text, isDeleted: true }]), 'between the texts'],
  'macro of a doc': [(text) => compound({ ...wordStreams([{ text: 'x' }]), 'VBA/M': macroStream(Buffer.from(text)) }), 'VBA/M'],
  'macro of a docm': [
    (text) => docx(['x'], { 'word/vbaProject.bin': compound({ 'VBA/M': macroStream(bytesIn(tableOf('windows-1251'))(text)) }) }),
    'word/vbaProject.bin!/VBA/M',
  ],
  xls: [xls, 'Июнь'],
  'xls of Gnumeric': [gnumeric, 'Июнь'],
  'xls in short records': [(text) => workbookOf({ Июнь: [['Имя'], [text]] }, 40), 'Июнь'],
  'xls of Excel 95': [excel95, 'Июнь'],
  ppt: [ppt, 'slide 2'],
  'ppt with a replaced slide': [(text) => presentationOf(['Первый'], text), 'earlier slides'],
  'docx with a default password': [(text) => agile(docx([text])), 'text'],
  'xlsx with a default password': [(text) => standard(xlsx({ Июнь: [[text]] })), 'Июнь'],
  'xls with a default password': [(text) => encryptedWorkbook(xls(text), rc4Of40Bits()), 'Июнь'],
  'xls with a default password, by CryptoAPI': [(text) => encryptedWorkbook(gnumeric(text), rc4OfCryptoApi()), 'Июнь'],
  'xls of Excel 95 with a default password': [(text) => encryptedWorkbook(excel95(text), obfuscation(true)), 'Июнь'],
  'ppt with a default password': [(text) => encryptedPresentation(presentationOf([text])), 'slide 1'],
  notebook: [(text) => notebook('x', text), 'cell 2 output'],
  'source of a notebook': [notebook, 'cell 2'],
  SQLite: [(text) => sqlite(`CREATE TABLE users (a); INSERT INTO users VALUES ('${text}')`), 'users'],
};

/** What holds a document, and where in it. The name of what a compressed file holds is that of the file. */
const NESTS: Readonly<Record<string, readonly [(content: Uint8Array) => Uint8Array, string]>> = {
  zip: [(content) => zip({ 'hr/in.bin': content }), 'hr/in.bin'],
  tar: [(content) => tar({ 'in.bin': content }), 'in.bin'],
  gzip: [(content) => compressed('gzip', content), '*'],
  bzip2: [(content) => compressed('bzip2', content), '*'],
  xz: [(content) => compressed('xz', content), '*'],
  zstd: [zstd, '*'],
  '7z': [(content) => sevenzipOf('кадры/файл.bin', content), 'кадры/файл.bin'],
  rar: [(content) => rar({ 'in.bin': content }), 'in.bin'],
  'rar 4': [(content) => rar4({ 'in.bin': content }), 'in.bin'],
  lz4: [lz4, '*'],
  mail: [(content) => mail('text', { name: 'in.bin', content }), 'in.bin'],
  mailbox: [
    (content) => Buffer.concat([Buffer.from('From a@b.example Mon Nov 23 10:00:00 2026\n'), mail('text', { name: 'in.bin', content })]),
    'message 1!/in.bin',
  ],
  'message of Outlook': [(content) => msg('text', { name: 'in.bin', content }), 'in.bin'],
  docx: [(content) => docx(['text'], { 'word/embeddings/in.bin': content }), 'word/embeddings/in.bin'],
  doc: [(content) => compound({ ...wordStreams([{ text: 'Письмо' }]), 'Files/in.bin': content }), 'Files/in.bin'],
  ppt: [(content) => presentationOf(['text'], '', content), 'file 1'],
  SQLite: [
    (content) => sqlite(`CREATE TABLE files (body BLOB); INSERT INTO files VALUES (x'${Buffer.from(content).toString('hex')}')`),
    'files, row 1, body',
  ],
};
const CHAINS: readonly (readonly string[])[] = [
  ['zip', 'tar', 'gzip', 'zip'],
  ['mail', 'zip'],
  ['message of Outlook', 'rar', 'zstd'],
  ['zip', 'docx'],
  ['SQLite', 'xz', 'tar'],
  ['bzip2', 'mail', 'docx'],
  ['zip', 'doc', 'ppt'],
  ['rar 4', 'lz4', 'tar'],
  ['7z', 'mail', '7z'],
];

/** Puts a document into others, the first name being the outermost. */
function nested(chain: readonly string[], content: Uint8Array): readonly [Uint8Array, readonly string[]] {
  const [name, ...rest] = chain;
  if (name === undefined) return [content, []];
  const [inner, places] = nested(rest, content);
  const [make, place] = NESTS[name] ?? [() => inner, ''];
  return [make(inner), [place, ...places]];
}

/** The name of what was compressed is that of the compressed file without its ending. */
function expectedPath(places: readonly string[]): string {
  let name = 'planted.bin';
  return ['planted.bin', ...places.map((place) => (name = place === '*' ? name.slice(name.lastIndexOf('/') + 1) : place))].join('!/');
}

describe('a leak is found, at its place,', () => {
  const chains = [[], ...Object.keys(NESTS).map((name) => [name]), ...CHAINS];
  const formats = Object.entries(FORMATS).flatMap(([format, [make, place]]) =>
    chains
      .filter((chain) => chain.length < EXTRACTION_BOUNDS.depth)
      .map((chain) => [`${[...chain, format].join(' > ')}`, chain, make(LEAK), place === '' ? [] : [place], ''] as const),
  );
  const texts = Object.entries(ENCODINGS).flatMap(([encoding, [encode, mark = '']]) =>
    chains.map((chain) => [`${[...chain, encoding].join(' > ')}`, chain, encode(LEAK), [], mark] as const),
  );
  test.each([...formats, ...texts])('%s', async (_name, chain, content, place, mark) => {
    const [bytes, places] = nested(chain, content);
    const found = await placesIn(bytes, 'planted.bin');
    // A text in a column of bytes is read as part of its row, unless it is a page.
    const isCell = chain.at(-1) === 'SQLite' && place.length === 0 && isUtf8(content) && !content.includes(0) && !isPage(content);
    const path = `${expectedPath(isCell ? ['files'] : [...places, ...place])}${mark}`;
    for (const { id } of PATTERNS) expect(found[id]).toContainEqual(path);
  });
});

test('any damage of any document ends with parts or a reason, in the threads', async () => {
  const documents = [...Object.values(FORMATS).map(([make]) => make(LEAK)), ...CHAINS.map((chain) => nested(chain, Buffer.from(LEAK))[0])];
  const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...documents),
      fc.array(fc.tuple(place, fc.nat(255)), { maxLength: 8 }),
      fc.double({ min: 0.1, max: 1, noNaN: true }),
      async (document, changes, share) => {
        const bytes = Uint8Array.from(document.subarray(0, Math.ceil(document.length * share)));
        for (const [at, value] of changes) bytes[Math.floor(at * bytes.length)] = value;
        const extracted = await extractor.extract({ bytes, path: 'damaged' }, never);
        if (extracted !== null) expect(extracted.parts.length + extracted.unread.length).toBeGreaterThan(0);
      },
    ),
    { numRuns: 500 },
  );
});
