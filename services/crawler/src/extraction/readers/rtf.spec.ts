import { expect, test } from '@jest/globals';
import { rtfOf } from '../documents.fixture.ts';
import { extractDocument } from '../extract-document.ts';

/** Parts of the same name are one text. */
async function textsOf(content: string): Promise<Readonly<Record<string, string>>> {
  const { parts, unread } = await extractDocument(rtfOf(content), 'document');
  expect(unread).toEqual([]);
  const texts: Record<string, string> = {};
  for (const { path, bytes } of parts) texts[path] = `${texts[path] ?? ''}${Buffer.from(bytes).toString()}`;
  return texts;
}
const hex = (text: string) => Buffer.from(text).toString('hex');

test.each<[string, string, string, string]>([
  ['a description of a shape', '{\\shp{\\*\\shpinst{\\sp{\\sn wzDescription}{\\sv found}}}}', 'values', 'found'],
  [
    'a description of a picture',
    '{\\*\\shppict{\\pict{\\*\\picprop{\\sp{\\sn wzName}{\\sv found}}}\\pngblip 89504e47}}',
    'values',
    'found',
  ],
  ['a bookmark', '{\\*\\bkmkstart found}', 'names', 'found'],
  ['who changed a text', '{\\*\\revtbl{Unknown;}{found;}}', 'names', 'found'],
  ['a style', '{\\stylesheet{\\s1 found;}}', 'names', 'found'],
  ['help of a field', '{\\*\\formfield{\\*\\ffhelptext found}}', 'values', 'found'],
  ['what a field of a form holds', `{\\*\\datafield ${hex('found')}}`, 'values', 'found'],
  ['a text in a drawing', `{\\pict\\emfblip\\picw1 ${hex('found')}}`, 'values', 'found'],
  ['a group that nobody knows', '{\\*\\newer found}', 'values', 'found'],
  ['what was deleted', 'x{\\deleted found}y', 'deleted', 'found'],
  ['a text in the code page of its language', "\\deflang1049 \\'ef\\'e0\\'f0\\'ee\\'eb\\'fc", 'text', 'пароль'],
  [
    'a font of another code page',
    "{\\fonttbl{\\f0\\fcharset0 A;}{\\f1\\fnil\\fcharset204 B;}}\\f1\\'ef\\'e0\\'f0\\'ee\\'eb\\'fc\\f0\\'e9",
    'text',
    'парольé',
  ],
])('%s is read', async (_name, content, part, text) => {
  expect((await textsOf(content))[part]).toContain(text);
});

test('a word stays whole around a bookmark, a note and what was deleted from it', async () => {
  const content = 'pa{\\*\\bkmkstart b}ss{\\footnote note}{\\deleted old}wo{\\*\\bkmkend b}rd';
  expect((await textsOf(content))['text']).toContain('password');
});
