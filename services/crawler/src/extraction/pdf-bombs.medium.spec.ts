import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { childProcesses } from './child-processes.fixture.ts';
import { fontByCodes, pdfFile } from './documents.fixture.ts';
import { Extractor } from './extractor.ts';

const MIB = 1024 * 1024;
/** What a process may write to, with what Node.js and its library take before the first document. */
const RESIDENT_MIB = 640;
const UNPACKED = 512 * MIB - 1;
const never = new AbortController().signal;

let extractor: Extractor;
beforeAll(() => {
  extractor = new Extractor();
});
afterAll(() => extractor.onModuleDestroy());

const stream = (dictionary: string, data: Uint8Array) =>
  `<< ${dictionary} /Length ${data.length} >>\nstream\n${Buffer.from(data).toString('latin1')}\nendstream`;
const packed = (sign: string) => deflateSync(Buffer.alloc(UNPACKED, sign), { level: 9 });
const CATALOGUE = '/Type /Catalog /Pages 2 0 R';
const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>';
/** A document of one page; its catalogue has these entries besides, its page this content, and further objects follow. */
const document = (catalogue: string, content: string, further: readonly string[] = []) =>
  pdfFile([
    `<< ${CATALOGUE} ${catalogue} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    PAGE,
    content,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< >>',
    ...further,
  ]);
const TEXT = stream('', Buffer.from('BT /F 9 Tf (postgres://db.corp.example) Tj ET'));

/** A table of objects that is a stream of zeros. */
function tableOf(entries: number): Uint8Array {
  const head = `%PDF-1.7\n1 0 obj\n<< ${CATALOGUE} >>\nendobj\n`;
  const dictionary = `/Type /XRef /Size ${entries} /W [1 1 1] /Index [0 ${entries}] /Root 1 0 R /Filter /FlateDecode`;
  const table = stream(dictionary, deflateSync(Buffer.alloc(entries * 3)));
  return Buffer.from(`${head}9 0 obj\n${table}\nendobj\nstartxref\n${head.length}\n%%EOF\n`, 'latin1');
}

/** Reads a document, and measures the most memory of the process that reads. */
async function read(bytes: Uint8Array) {
  const resident = () => Math.max(0, ...childProcesses().map((child) => child.resident));
  let peak = 0;
  const sampling = setInterval(() => (peak = Math.max(peak, resident())), 20);
  try {
    const { parts, unread } = (await extractor.extract({ bytes, path: 'bomb.pdf' }, never)) ?? { parts: [], unread: [] };
    return { peak, parts, unread };
  } finally {
    clearInterval(sampling);
  }
}

test.each<readonly [string, () => Uint8Array, string]>([
  ['a page, packed twice', () => document('', stream('/Filter [/FlateDecode /FlateDecode]', deflateSync(packed(' ')))), ''],
  ['a page of runs', () => document('', stream('/Filter /RunLengthDecode', Buffer.alloc(UNPACKED >> 6, Buffer.from([129, 32])))), ''],
  [
    'an attached file, which leaves the text of the page',
    () =>
      document('/Names << /EmbeddedFiles << /Names [(a) 7 0 R] >> >>', TEXT, [
        '<< /Type /Filespec /F (a.txt) /EF << /F 8 0 R >> >>',
        stream('/Filter /FlateDecode', packed('A')),
      ]),
    'page 1',
  ],
  [
    'metadata, which leave the text of the page',
    () => document('/Metadata 7 0 R', TEXT, [stream('/Type /Metadata /Subtype /XML /Filter /FlateDecode', packed('A'))]),
    'page 1',
  ],
  ['a table of five million objects', () => tableOf(5_000_000), ''],
])('%s: over the bound, within the memory of a process', async (_name, make, path) => {
  const { peak, parts, unread } = await read(make());
  expect(unread.map(({ reason }) => reason)).toEqual(['over_bound']);
  expect(parts.map(({ path }) => path)).toContain(path);
  expect(peak).toBeGreaterThan(0);
  expect(peak / MIB).toBeLessThan(RESIDENT_MIB);
});

/** So many pages, each with fonts of its own that read a large table of letters. */
function documentOfFonts(pages: number, fontsOfPage: number): Uint8Array {
  const fonts = Array.from({ length: fontsOfPage }, (_, font) => font);
  const numbers = Array.from({ length: pages }, (_, page) => page);
  const content = `BT ${fonts.map((font) => `/F${font} 9 Tf <5bc67801> Tj`).join(' ')} ET`;
  const first = 7 + pages;
  const resources = (page: number) => fonts.map((font) => `/F${font} ${first + page * fontsOfPage + font} 0 R`).join(' ');
  return pdfFile([
    `<< ${CATALOGUE} >>`,
    `<< /Type /Pages /Kids [${numbers.map((page) => `${7 + page} 0 R`).join(' ')}] /Count ${pages} >>`,
    '<< >>',
    stream('', Buffer.from(content)),
    '<< >>',
    '<< >>',
    ...numbers.map(
      (page) => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << /Font << ${resources(page)} >> >> >>`,
    ),
    ...numbers.flatMap((page) =>
      fonts.map((font) => fontByCodes('UniGB-UTF16-H', 'GB1').replaceAll('/Letters', `/Letters${page}-${font}`)),
    ),
  ]);
}

test('every page of a document with many fonts is read', async () => {
  const { parts, unread } = await read(documentOfFonts(80, 1));
  expect(unread).toEqual([]);
  expect(parts.filter(({ bytes }) => Buffer.from(bytes).toString() === '密码')).toHaveLength(80);
});

test('a page of many fonts: over the bound, within the memory of a process', async () => {
  const { peak, unread } = await read(documentOfFonts(1, 1_000));
  expect(unread.map(({ reason }) => reason)).toEqual(['over_bound']);
  expect(peak / MIB).toBeLessThan(RESIDENT_MIB);
});

test('the next document is read whole', async () => {
  expect((await extractor.extract({ bytes: document('', TEXT), path: 'good.pdf' }, never))?.unread).toEqual([]);
});
