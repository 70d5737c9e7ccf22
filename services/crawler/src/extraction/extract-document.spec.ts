import { describe, expect, test } from '@jest/globals';
import { lz4, rar, rar4, sevenzip } from './archives.fixture.ts';
import { compressed, docx, mail, msg, notebook, odt, ods, pdf, pptx, sqlite, tar, xlsx, zip, zstd, textsOf } from './documents.fixture.ts';
import { extractDocument } from './extract-document.ts';

const LEAK = 'db.corp.example';
const RU = 'пароль: Кот42';

describe('what is inside a document', () => {
  test('a text stays as it is', async () => {
    const text = Buffer.from('PKey = 1\n%PD\nBZhello');
    expect((await extractDocument(text, 'a.txt')).parts).toEqual([{ path: '', bytes: text }]);
  });

  test.each<[string, () => Uint8Array, string, string]>([
    ['zip', () => zip({ 'hr/list.txt': RU }), 'hr/list.txt', RU],
    ['a stored zip', () => zip({ 'a.txt': RU }, '-0'), 'a.txt', RU],
    ['tar', () => tar({ 'hr/list.txt': RU }), 'hr/list.txt', RU],
    [
      'an old tar with long names',
      () => tar({ [`${'d'.repeat(90)}/${'e'.repeat(90)}.txt`]: RU }, '--format=gnu'),
      `${'d'.repeat(90)}/${'e'.repeat(90)}.txt`,
      RU,
    ],
    ['gzip', () => compressed('gzip', RU), 'dump.sql', RU],
    ['bzip2', () => compressed('bzip2', RU), 'dump.sql', RU],
    ['xz', () => compressed('xz', RU), 'dump.sql', RU],
    ['zstd', () => zstd(RU), 'dump.sql', RU],
    ['lz4', () => lz4(RU), 'dump.sql', RU],
    ['7z', () => sevenzip('plain'), 'hr/keys.txt', 'host: db.corp.example'],
    ['rar 4', () => rar4({ 'a.txt': 'x', 'hr/list.txt': RU }), 'hr/list.txt', RU],
    ['rar', () => rar({ 'a.txt': 'x', 'hr/Оклады.txt': RU }), 'hr/Оклады.txt', RU],
    ['a notebook', () => notebook(`import os\nhost = "${LEAK}"`), 'cell 2', `import os\nhost = "${LEAK}"`],
    ['what a notebook showed', () => notebook('x', LEAK), 'cell 2 output', `${LEAK}\niVBORw0KGgo=\n<b>${LEAK}</b>`],
    [
      'a database',
      () =>
        sqlite(
          `CREATE TABLE "Учётные записи" (name TEXT, host TEXT); INSERT INTO "Учётные записи" VALUES ('a', 'b'), ('${RU}', '${LEAK}')`,
        ),
      'Учётные записи',
      `name\thost\na\tb\n${RU}\t${LEAK}`,
    ],
    [
      'an archive in a database',
      () =>
        sqlite(
          `CREATE TABLE files (id INTEGER, body BLOB); INSERT INTO files VALUES (7, x'${Buffer.from(zip({ 'a.txt': RU })).toString('hex')}')`,
        ),
      'files, row 1, body!/a.txt',
      RU,
    ],
    ['a message of Outlook', () => msg(`${RU}\r\n${LEAK}`), 'text', `${RU}\n${LEAK}`],
    ['a file of a message of Outlook', () => msg('x', { name: 'keys.zip', content: zip({ 'a.txt': LEAK }) }), 'keys.zip!/a.txt', LEAK],
    ['tar.gz', () => compressed('gzip', tar({ 'x/.env': LEAK })), 'dump.sql!/x/.env', LEAK],
    ['docx', () => docx(['первая', `host: db.|corp|.example`]), 'text', `первая\nhost: ${LEAK}\n`],
    ['xlsx', () => xlsx({ Июнь: [['Имя', 'Оклад'], [], ['Иванов', '100 000']] }), 'Июнь', 'Имя\tОклад\n\nИванов\t100 000\n'],
    ['pptx', () => pptx(['one', LEAK]), 'slide 2', `${LEAK}\n`],
    ['odt', () => odt(['первая', LEAK]), 'text', `первая\n${LEAK}\n`],
    [
      'ods',
      () =>
        ods('Оклады', [
          ['Имя', 'Оклад'],
          ['', ''],
          ['Иванов', '100'],
        ]),
      'Оклады',
      'Имя\tОклад\n\nИванов\t100\n',
    ],
    ['pdf', () => pdf(['first line', `host ${LEAK} (main)`]), 'page 1', `first line\nhost ${LEAK} (main)`],
    [
      'rtf',
      () =>
        Buffer.from(
          `{\\rtf1\\ansi\\ansicpg1251{\\fonttbl{\\f0 Arial;}}\\pard \\'ef\\'e0\\'f0\\'ee\\'eb\\'fc: \\u1050?\\u1086?\\u1090?42\\par ${LEAK}\\par}`,
        ),
      'text',
      `${RU}\n${LEAK}\n`,
    ],
    ['mail', () => mail(RU, { name: 'keys.txt', content: Buffer.from(LEAK) }), 'text', RU],
    ['a file of a mail', () => mail(RU, { name: 'keys.zip', content: zip({ 'a/.env': LEAK }) }), 'keys.zip!/a/.env', LEAK],
    [
      'a workbook in an archive in an archive',
      () => zip({ 'b.zip': zip({ 'hr/salaries.xlsx': xlsx({ 'Лист 2': [[LEAK]] }) }) }),
      'b.zip!/hr/salaries.xlsx!/Лист 2',
      `${LEAK}\n`,
    ],
  ])('%s', async (_name, make, path, text) => {
    const { texts, unread } = await textsOf(make(), 'folder/dump.sql.gz');
    expect(unread).toEqual([]);
    expect(texts[path]?.replaceAll('\r\n', '\n').trimEnd()).toBe(text.trimEnd());
  });

  test('values of settings, connections and drawings of Visio', async () => {
    const connection = '<connections xmlns="x"><connection><dbPr connection="Password=Кот42;Server=db"/></connection></connections>';
    expect((await textsOf(xlsx({ A: [['1']] }, { 'xl/connections.xml': connection }))).texts).toMatchObject({
      'xl/connections': 'connection: Password=Кот42;Server=db',
    });
    const drawing = zip({
      '[Content_Types].xml': '<T/>',
      'visio/pages/page1.xml': `<P><Text><cp IX="0"/>db.<cp IX="1"/>corp.example</Text></P>`,
    });
    expect((await textsOf(drawing)).texts).toMatchObject({ 'page 1': `${LEAK}\n` });
  });

  test('properties, links, comments and embedded files of office files', async () => {
    const { texts } = await textsOf(
      docx(['text'], {
        'docProps/core.xml': '<p xmlns:dc="d"><dc:creator>Иванов</dc:creator></p>',
        'word/comments.xml': `<w:comments xmlns:w="w"><w:p><w:t>${LEAK}</w:t></w:p></w:comments>`,
        'word/_rels/document.xml.rels': `<R><Relationship Id="a" Target="https://${LEAK}/" TargetMode="External"/></R>`,
        'word/embeddings/book.xlsx': xlsx({ Hidden: [['inner']] }),
      }),
    );
    expect(texts).toMatchObject({
      properties: 'creator: Иванов',
      comments: `${LEAK}
`,
      links: `https://${LEAK}/`,
      'word/embeddings/book.xlsx!/Hidden': 'inner\n',
    });
  });

  test('names of Russian archivers', async () => {
    const archive = Buffer.from(zip({ 'XXXXXX.txt': 'x' }));
    // «Пароль» in CP866, without the mark of UTF-8.
    const name = Buffer.from([0x8f, 0xa0, 0xe0, 0xae, 0xab, 0xec]);
    for (let at = archive.indexOf('XXXXXX'); at >= 0; at = archive.indexOf('XXXXXX')) name.copy(archive, at);
    expect(Object.keys((await textsOf(archive)).texts)).toEqual(['Пароль.txt']);
  });
});
