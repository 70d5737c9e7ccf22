import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { mail, rtfOf, xlsx, zip } from './documents.fixture.ts';
import { extractDocument } from './extract-document.ts';

/** A document that LibreOffice wrote (`samples/README.md`). */
const sample = (name: string): Uint8Array => gunzipSync(readFileSync(new URL(`./samples/${name}.gz`, import.meta.url)));

/** Parts of the same name are one text. */
async function textsOf(bytes: Uint8Array): Promise<Readonly<Record<string, string>>> {
  const { parts, unread } = await extractDocument(bytes, 'document');
  expect(unread).toEqual([]);
  const texts: Record<string, string> = {};
  for (const { path, bytes: content } of parts) texts[path] = `${texts[path] ?? ''}${Buffer.from(content).toString()}`;
  return texts;
}

const LINK = 'https://metkalink.corp.example/path';

test.each<[string, Readonly<Record<string, readonly string[]>>]>([
  [
    'writer.odt',
    {
      text: ['МеткаПоловинки', 'МеткаЯчейка1', 'МеткаСноска', 'МеткаКонцевая', 'МеткаКомментарий', 'МеткаКомментатор', 'МеткаРамка', LINK],
      headers: ['МеткаВерх', 'МеткаНиз'],
      properties: ['МеткаЗаголовок', 'МеткаАвтор', 'МеткаКомпания'],
    },
  ],
  [
    'writer.rtf',
    {
      text: ['МеткаПоловинки', 'МеткаЯчейка1', 'МеткаСкрытый'],
      headers: ['МеткаВерх', 'МеткаНиз'],
      notes: ['МеткаСноска', 'МеткаКонцевая', 'МеткаКомментарий'],
      'text boxes': ['МеткаРамка'],
      links: [LINK],
      properties: ['title: МеткаЗаголовок', 'author: МеткаАвтор', 'МеткаКомпания'],
    },
  ],
  [
    'writer.pdf',
    {
      'page 1': ['МеткаПоловинки', 'МеткаЯчейка1', 'МеткаВерх', 'МеткаНиз', 'МеткаСноска', 'МеткаРамка'],
      'page 1 notes': [LINK],
      properties: ['МеткаЗаголовок', 'МеткаАвтор'],
    },
  ],
  [
    'calc.xlsx',
    {
      МеткаЛист: ['МеткаЯчейка', 'МеткаСтрока16'],
      Скрытый: ['МеткаСкрытыйЛист'],
      names: ['МеткаИмя: МеткаЛист!$A$1'],
      comments: ['МеткаКомментарий'],
      links: ['https://metkalink.corp.example/x'],
      properties: ['МеткаЗаголовок'],
    },
  ],
  ['impress.odp', { text: ['МеткаСлайд1', 'МеткаСлайд2', 'МеткаТаблица', 'МеткаЗаметка'], properties: ['МеткаАвтор'] }],
])('each place of %s is read', async (name, expected) => {
  const texts = await textsOf(sample(name));
  for (const [part, words] of Object.entries(expected)) for (const word of words) expect(texts[part]).toContain(word);
});

test('row 16 of a sheet is line 16', async () => {
  const lines = (await textsOf(sample('calc.xlsx')))['МеткаЛист']?.split('\n') ?? [];
  expect(lines[15]).toContain('МеткаСтрока16');
});

test('files and people in RTF', async () => {
  const book = xlsx({ A: [['db.corp.example']] });
  const object = Buffer.concat([Buffer.from('0105000002000000', 'hex'), Buffer.from('Excel.Sheet.12\0'), book]);
  const digits = object.toString('hex').replaceAll(/.{1,64}/g, '$&\n');
  const texts = await textsOf(
    rtfOf(`text{\\object\\objemb{\\*\\objdata ${digits}}{\\result shown}}{\\*\\atnauthor Ivanov}{\\chatn{\\*\\annotation remark}}`),
  );
  expect(texts['file 1!/A']).toBe('db.corp.example\n');
  expect(texts).toMatchObject({ text: expect.stringContaining('shown'), notes: 'Ivanov\nremark\n' });
});

test('words of headers are decoded', async () => {
  const subject = '=?utf-8?q?=D0=9F=D0=B0=D1=80=D0=BE=D0=BB=D1=8C?= =?windows-1251?B?7vI=?= db';
  const texts = await textsOf(
    Buffer.from(`From: =?koi8-r?Q?=E9=D7=C1=CE?= <a@corp.example>\r\nSubject: ${subject}\r\nMIME-Version: 1.0\r\n\r\ntext\r\n`),
  );
  expect(texts['headers']).toContain('subject: Парольот db');
  expect(texts['headers']).toContain('from: Иван <a@corp.example>');
});

test('what the page of a mail says beyond its text', async () => {
  const page =
    '<p>text &amp; more</p><a href="https://user:Secret42@db.corp.example/">here</a><table><tr><td>a</td><td>hidden</td></tr></table>';
  const parts = [
    'From: a@corp.example\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary="b"\r\n\r\n',
    '--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\ntext & more\r\nhere\r\n',
    `--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${page}\r\n--b--\r\n`,
  ];
  const texts = await textsOf(Buffer.from(parts.join('')));
  expect(texts['page']).toContain('https://user:Secret42@db.corp.example/');
  expect(texts['page']).toContain('hidden');
  expect(texts['page']).not.toContain('more');
  expect(Object.keys(await textsOf(mail('text', { name: 'a.txt', content: Buffer.from('x') })))).not.toContain('page');
});

const OFFICE = { '[Content_Types].xml': '<Types/>' };

test.each<[string, Readonly<Record<string, string>>]>([
  ['who changed a text', { 'word/document.xml': '<w:p><w:ins w:id="1" w:author="МеткаКто"><w:r><w:t>x</w:t></w:r></w:ins></w:p>' }],
  ['choices of a control', { 'word/document.xml': '<w:sdt><w:listItem w:displayText="x" w:value="МеткаВыбор"/></w:sdt>' }],
  ['what a simple field does', { 'word/document.xml': '<w:fldSimple w:instr="HYPERLINK &quot;http://метка/&quot;"/>' }],
  ['a description of a picture', { 'ppt/slides/slide1.xml': '<p:cNvPr id="3" name="x" descr="МеткаОписание"/>' }],
  [
    'a text in a formula',
    { 'xl/workbook.xml': '<a/>', 'xl/worksheets/sheet1.xml': '<row r="1"><c><f>"МеткаФормула"&amp;A1</f><v>0</v></c></row>' },
  ],
  [
    'values to choose from',
    { 'xl/workbook.xml': '<a/>', 'xl/worksheets/sheet1.xml': '<dataValidation><formula1>"МеткаСписок,b"</formula1></dataValidation>' },
  ],
  ['the header of a sheet', { 'xl/workbook.xml': '<a/>', 'xl/worksheets/sheet1.xml': '<oddHeader>&amp;LМеткаВерх</oddHeader>' }],
  ['a sheet without cells', { 'xl/workbook.xml': '<sheet name="МеткаПустой"/>' }],
  ['comments in a folder, as openpyxl writes them', { 'xl/comments/comment1.xml': '<comment><text><t>МеткаЗаметка</t></text></comment>' }],
  ['the records of a pivot', { 'xl/pivotCache/pivotCacheRecords1.xml': '<r><s v="МеткаСводная"/></r>' }],
  ['names of people who comment', { 'ppt/commentAuthors.xml': '<p:cmAuthor id="0" name="МеткаАвтор"/>' }],
  [
    'a property of people, by its name',
    { 'word/document.xml': '<a/>', 'docProps/custom.xml': '<property name="МеткаИмя"><a>1</a></property>' },
  ],
  ['a page that a document takes in', { 'word/chunk.html': '<p>МеткаСтраница</p>' }],
])('%s is matched', async (_name, files) => {
  const texts = await textsOf(zip({ ...OFFICE, ...files }));
  // Without a text inside, the file itself is matched, as it is.
  expect(texts['']).toBeUndefined();
  expect(Object.values(texts).join('\n').toLowerCase()).toContain('метка');
});
