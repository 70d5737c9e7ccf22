import { deflateSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { pdfFile } from '../documents.fixture.ts';
import { extractDocument } from '../extract-document.ts';
import { Budget, Unreadable } from '../reader.ts';
import { textsOfObjects } from './pdf-objects.ts';

const budget = () => new Budget({ bytes: 1_000_000, parts: 100 });
const stream = (content: string, more = ''): string => `<< /Length ${content.length} ${more} >>\nstream\n${content}\nendstream`;
const deflated = (content: string, more = ''): string => stream(deflateSync(content).toString('latin1'), `/Filter /FlateDecode ${more}`);
const wide = (text: string): string => `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;

const DOCUMENT = pdfFile([
  '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [7 0 R 8 0 R] /XFA [(template) 9 0 R] >> /URI << /Base (http://base.example/) >> >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Annots [8 0 R] /Metadata 10 0 R >>',
  stream('BT (operand) Tj ET'),
  '<< >>',
  '<< /Author (known-author) >>',
  `<< /FT /Tx /T (without\\055page) /V ${wide('Пароль поля')} >>`,
  '<< /Type /Annot /Subtype /Widget /FT /Btn /Ff 65536 /T (button) /Rect [0 0 60 60] /MK << /CA (caption \\(nested (one)\\)) >> /A << /S /SubmitForm /F (http://submit.example/) >> >>',
  deflated('<template><text>text-of-form</text></template>'),
  stream('<x:xmpmeta>metadata-of-page</x:xmpmeta>', '/Type /Metadata /Subtype /XML'),
  deflated('20 0 << /P (in-a-stream-of-objects) >>', '/Type /ObjStm /N 1 /First 5'),
  deflated('(bytes-of-a-font)', '/Length1 10'),
  '<< /Title (\\317\\340\\360\\356\\353\\374) >>',
]);

test('texts that stand in objects only', async () => {
  const { parts, unread } = await extractDocument(DOCUMENT, 'document');
  expect(unread).toEqual([]);
  const objects = parts.find(({ path }) => path === 'objects')?.bytes ?? new Uint8Array();
  const lines = Buffer.from(objects).toString().split('\n');
  const wanted = ['http://base.example/', 'without-page', 'Пароль поля', 'caption (nested (one))', 'http://submit.example/'];
  expect(lines).toEqual(expect.arrayContaining([...wanted, 'in-a-stream-of-objects', expect.stringContaining('Пароль')]));
  for (const text of ['text-of-form', 'metadata-of-page']) expect(lines.join('\n')).toContain(text);
  for (const text of ['operand', 'known-author', 'bytes-of-a-font']) expect(lines.join('\n')).not.toContain(text);
});

test('nothing is read in an encrypted document', () => {
  expect(textsOfObjects(Buffer.concat([DOCUMENT, Buffer.from('/Encrypt 5 0 R')]), [], budget())).toEqual([]);
});

test.each([
  ['brackets that are not closed', '1 0 obj ' + '('.repeat(1_000_000)],
  ['objects without an end', '1 0 obj << '.repeat(100_000)],
  ['streams without an end', '1 0 obj stream\n'.repeat(100_000)],
  ['keywords of streams without a line end', `1 0 obj ${'stream'.repeat(100_000)} endobj`],
  ['hexadecimal strings that are not closed', `1 0 obj ${'<a'.repeat(300_000)}`],
])('a megabyte of %s ends', (_name, content) => {
  expect(textsOfObjects(Buffer.from(content), [], budget())).toEqual([]);
});

test('what a stream unpacks to is bounded, and pages are not unpacked', () => {
  const bomb = (more: string) =>
    Buffer.from(`1 0 obj ${deflated('x'.repeat(2_000_000), more)} endobj 2 0 obj << /A (behind) >> endobj`, 'latin1');
  expect(() => textsOfObjects(bomb('/Type /ObjStm'), [], budget())).toThrow(new Unreadable('over_bound'));
  expect(textsOfObjects(bomb(''), [], budget())).toEqual(['behind']);
});
