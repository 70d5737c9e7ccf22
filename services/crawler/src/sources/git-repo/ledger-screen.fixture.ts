import { newId } from '@leakwatch/platform';
import type { Pattern } from '@leakwatch/vocabulary';
import { compressed, docx, mail, odt, pdf, pptx, tar, xlsx, zip } from '../../extraction/documents.fixture.ts';
import { compound, doc, workbookOf } from '../../extraction/old-office.fixture.ts';

export const pattern = (kind: Pattern['kind'], text: string): Pattern => ({ id: newId(), kind, text });
export const FIRST = [
  pattern('deep', 'dolphin'),
  pattern('internal_domain', 'corp.example'),
  pattern('keyword', 'filename:.env'),
  pattern('keyword', 'filename:id_rsa lantern'),
  pattern('regex', 'key=[0-9a-f]{8}'),
];
export const LATER = pattern('deep', 'lantern');

/** Forty files in versions; some hold something, one content comes under several names. */
export function filesOf(version: number): Record<string, string> {
  const lines = (file: number) => Array.from({ length: 60 }, (_, line) => `line ${line} of ${file} ${Math.sin(line * file)}`);
  const files: Record<string, string> = {
    '.env': `MODE=${version}\n`,
    [`keys/id_rsa`]: 'a lantern\n',
    [`copy-${version}/lantern.txt`]: 'a lantern\n',
  };
  for (let file = 0; file < 40; file++) {
    const text = lines(file);
    text[(version * 7 + file) % 60] = `changed in ${version}`;
    if (file % 9 === 0) text[20] = version % 2 === 0 ? 'a dolphin swims' : 'no fish';
    if (file % 11 === 0) text[30] = `host.corp.example${version === 2 ? '-x' : ''} key=0123abc${version}`;
    files[`src/file-${file}.txt`] = text.join('\n');
  }
  return files;
}

export const LEAK = 'db7.inner.example';
export const INNER_LEAK = pattern('internal_domain', LEAK);
export const INNER_NAME = pattern('keyword', 'filename:list.txt inside');
export const OUTER_NAME = pattern('keyword', 'filename:moved.zip inside');
export const INNER_LATER = pattern('deep', 'inside');
export const DOCUMENTS: Readonly<Record<string, string | Buffer>> = Object.fromEntries(
  Object.entries({
    'backup.zip': zip({ 'hr/list.txt': `inside\nhost ${LEAK}\n`, 'hr/pay.xlsx': xlsx({ May: [['a']], June: [['b'], [LEAK]] }) }),
    'notes.txt': docx(['first', `host ${LEAK}`]),
    'slides.pptx': pptx(['one', LEAK]),
    'page.pdf': pdf([`host: ${LEAK}`]),
    'text.odt': odt(['first', LEAK]),
    'dump.tar.gz': compressed('gzip', tar({ 'x/.config': `${LEAK}\n` })),
    'letter.eml': mail('a letter', { name: 'secret.txt', content: Buffer.from(`a\nb\n${LEAK}`) }),
    'locked.zip': zip({ 'a.txt': LEAK }, '-P', 'password'),
    'cut.tar.gz': compressed('gzip', tar({ 'x/.config': `${LEAK}\n` })).subarray(0, 40),
    'old.doc': doc(`host ${LEAK}`),
    'book.xls': workbookOf({ May: [['a']], June: [['b'], [LEAK]] }),
    'flyer.pub': compound({ Contents: Buffer.from('a flyer') }),
  }).map(([name, bytes]) => [name, Buffer.from(bytes)]),
);
export const PLACES = [
  'backup.zip!/hr/list.txt 2',
  'backup.zip!/hr/pay.xlsx!/June 2',
  'notes.txt!/text 2',
  'slides.pptx!/slide 2 1',
  'page.pdf!/page 1 1',
  'text.odt!/text 2',
  'dump.tar.gz!/dump.tar!/x/.config 1',
  'letter.eml!/secret.txt 3',
  'old.doc!/text 2',
  'book.xls!/June 2',
];
