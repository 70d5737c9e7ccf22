import { expect, test } from '@jest/globals';
import { fontByCodes, pdfOf } from '../documents.fixture.ts';
import { extractDocument } from '../extract-document.ts';
import { characterMaps } from './pdf-maps.ts';

/** A page that shows these codes, in hexadecimal digits, in a font that names its table of letters and does not contain it. */
const documentOf = (codes: string, font: string): Uint8Array => pdfOf([`<${codes}>`], [font]);

test.each([
  ['Japanese, in Shift JIS', '90ms-RKSJ-H', 'Japan1', '83708358838f815b8368', 'パスワード'],
  ['Japanese, in lines from top to bottom', '90ms-RKSJ-V', 'Japan1', '82a082a2', 'あい'],
  ['Chinese of the mainland, in GBK', 'GBK-EUC-H', 'GB1', 'c3dcc2eb', '密码'],
  ['Chinese of Taiwan, in Big5', 'ETen-B5-H', 'CNS1', 'b14bbd58', '密碼'],
  ['Korean, in the code page of Windows', 'KSCms-UHC-H', 'Korea1', 'baf1b9d0b9f8c8a3', '비밀번호'],
  ['Chinese, in Unicode', 'UniGB-UCS2-H', 'GB1', '5bc67801', '密码'],
  ['Chinese, by the numbers of the letters', 'Identity-H', 'GB1', '0e330d84', expect.stringMatching(/^\p{Script=Han}{2}$/u)],
  ['Latin letters of such a font', '90ms-RKSJ-H', 'Japan1', Buffer.from('Kot42').toString('hex'), 'Kot42'],
])('text is read: %s', async (_name, table, letters, codes, text) => {
  const { parts, unread } = await extractDocument(documentOf(codes, fontByCodes(table, letters)), 'document');
  expect(unread).toEqual([]);
  expect(Buffer.from(parts.find(({ path }) => path === 'page 1')?.bytes ?? '').toString()).toEqual(text);
});

test('a table that does not exist leaves the rest of the document', async () => {
  const { parts, unread } = await extractDocument(documentOf('3041', fontByCodes('../../package', 'Japan1')), 'document');
  expect([parts.map(({ path }) => path), unread]).toEqual([['properties', 'objects'], []]);
});

test.each([
  ['a file elsewhere', 'cMapUrl', '../package.json'],
  ['a file elsewhere that ends as a table', 'cMapUrl', '../../x.bcmap'],
  ['an address', 'cMapUrl', 'http://corp.example/x.bcmap'],
  ['a font', 'standardFontDataUrl', 'FoxitSymbol.pfb'],
])('%s is not given', async (_name, kind, filename) => {
  const CharacterMaps = characterMaps();
  await expect(new CharacterMaps().fetch({ kind, filename })).rejects.toThrow('nothing but tables');
});
