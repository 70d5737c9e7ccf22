import { expect, test } from '@jest/globals';
import { xlsx } from './documents.fixture.ts';
import { EXTRACTION_BOUNDS, extractDocument } from './extract-document.ts';

const LONG = 'password '.repeat(2_000);
const bounds = { ...EXTRACTION_BOUNDS, text: 400_000 };
const sheetsOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, sheet) => [`Sheet${sheet}`, Array.from({ length: 5 }, () => [LONG])]));

test('one text that the cells of all sheets show is read as often as the bound allows', async () => {
  const { parts, unread } = await extractDocument(xlsx(sheetsOf(20)), 'document', bounds);
  expect(parts.map(({ path }) => path)).toEqual(['Sheet0', 'Sheet1', 'Sheet2', 'Sheet3']);
  expect(unread).toEqual([{ path: '', reason: 'over_bound' }]);
});

test('a workbook within the bound is read whole', async () => {
  expect((await extractDocument(xlsx(sheetsOf(4)), 'document', bounds)).unread).toEqual([]);
});
