import { expect, test } from '@jest/globals';
import { pdfFile } from '../documents.fixture.ts';
import { extractDocument } from '../extract-document.ts';

const shown = (word: string, x: number, y: number): string => `BT /F1 9 Tf ${x} ${y} Td (${word}) Tj ET`;
/** One word on the page, and one on each of its four sides. */
const CONTENT = [
  shown('within', 300, 400),
  shown('on-the-left', -900, 400),
  shown('on-the-right', 5_000, 400),
  shown('below', 300, -700),
  shown('above', 300, 3_000),
  shown('beside-the-crop', 40, 40),
].join('\n');
const WORDS = ['within', 'on-the-left', 'on-the-right', 'below', 'above', 'beside-the-crop'];

const documentOf = (boxes: readonly string[]): Uint8Array =>
  pdfFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${boxes.map((_, index) => `${7 + index} 0 R`).join(' ')}] /Count ${boxes.length} >>`,
    '<< >>',
    `<< /Length ${CONTENT.length} >>\nstream\n${CONTENT}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Author (Ivanov) >>',
    ...boxes.map((box) => `<< /Type /Page /Parent 2 0 R ${box} /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`),
  ]);

const BOXES = {
  'a media box': '/MediaBox [0 0 612 792]',
  'a crop box': '/MediaBox [0 0 612 792] /CropBox [200 300 400 500]',
  'a crop box outside the media box': '/MediaBox [0 0 612 792] /CropBox [700 800 900 900]',
  'no box': '',
  'a turned page': '/MediaBox [0 0 612 792] /CropBox [200 300 400 500] /Rotate 90',
};

test.each(Object.entries(BOXES))('text beyond the edges of a page is read: %s', async (_name, box) => {
  const { parts, unread } = await extractDocument(documentOf([box]), 'document');
  expect(unread).toEqual([]);
  const page = Buffer.from(parts.find(({ path }) => path === 'page 1')?.bytes ?? '').toString();
  expect(page.split(/\s+/).filter((word) => word !== '')).toEqual(WORDS);
});

test('every page has its own edges, and every document', async () => {
  const all = documentOf(Object.values(BOXES));
  for (let time = 0; time < 2; time += 1) {
    const { parts } = await extractDocument(all, 'document');
    const pages = parts.filter(({ path }) => path.startsWith('page '));
    expect(pages.map(({ bytes }) => Buffer.from(bytes).toString().split(/\s+/))).toEqual(Object.values(BOXES).map(() => WORDS));
  }
});

test('words that a page draws from the right to the left are apart, letters are not', async () => {
  const content = [
    shown('password', 300, 400),
    shown('login', 60, 400),
    shown('c', 309, 200),
    shown('b', 304, 200),
    shown('a', 299, 200),
  ].join('\n');
  const bytes = pdfFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Author (Ivanov) >>',
  ]);
  const { parts } = await extractDocument(bytes, 'document');
  expect(Buffer.from(parts.find(({ path }) => path === 'page 1')?.bytes ?? '').toString()).toBe('password login\ncba');
});
