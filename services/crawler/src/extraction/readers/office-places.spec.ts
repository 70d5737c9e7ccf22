import { describe, expect, test } from '@jest/globals';
import { docx, type Files, ods, odt, pptx, xlsx, zip } from '../documents.fixture.ts';
import { extractDocument } from '../extract-document.ts';
import { compound, wordStreams, workbookOf } from '../old-office.fixture.ts';

/** Every text of a document behind its path; nothing of it is left unread. */
async function readingOf(bytes: Uint8Array): Promise<string> {
  const { parts, unread } = await extractDocument(bytes, 'document');
  expect(unread).toEqual([]);
  return parts.map(({ path, bytes: text }) => `${path}: ${Buffer.from(text).toString()}`).join('\n');
}

const open = (kind: string, files: Files) => zip({ mimetype: `application/vnd.oasis.opendocument.${kind}`, ...files });
const text = (content: string, more: Files = {}) => open('text', { 'content.xml': `<o:body>${content}</o:body>`, ...more });
const sheet = (content: string) => open('spreadsheet', { 'content.xml': `<o:body>${content}</o:body>` });
const attached = (content: string) => {
  const file = Buffer.from(content);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(file.length);
  const head = Buffer.concat([Buffer.alloc(6), Buffer.from('a.txt\0C:\\a.txt\0'), Buffer.alloc(8), Buffer.from('C:\\a.txt\0')]);
  return compound({ '\u0001Ole10Native': Buffer.concat([head, size, file]) });
};

/** The same package with another name for a file, of the same length. */
const renamed = (bytes: Uint8Array, name: string, other: string) =>
  Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll(name, other), 'latin1');

describe('a text in each of these places is matched', () => {
  test.each<[string, () => Uint8Array]>([
    ['a name in OpenDocument', () => text('<text:bookmark text:name="Метка"/>')],
    ['an index that is not shown', () => text('<text:alphabetical-index-mark text:string-value="Метка"/>')],
    ['what a condition hides', () => text('<text:conditional-text text:condition="ooow:1==1" text:string-value-if-false="Метка"/>')],
    ['a field of a form', () => text('<form:text form:name="x" form:current-value="Метка"/>')],
    ['a macro of LibreOffice', () => text('', { 'Basic/Standard/M.xml': '<script:module>x = &quot;Метка&quot;</script:module>' })],
    ['a property by its name', () => text('', { 'meta.xml': '<meta:user-defined meta:name="Метка">1</meta:user-defined>' })],
    ['a style', () => text('', { 'styles.xml': '<style:style style:name="a" style:display-name="Метка"/>' })],
    [
      'a chart in OpenDocument',
      () => text('', { 'Object 1/content.xml': '<chart:title><text:p>Мет<text:span>ка</text:span></text:p></chart:title>' }),
    ],
    ['an object of OpenDocument by another program', () => text('', { 'Object 1': compound({ Package: docx(['Метка']) }) })],
    ['an earlier version', () => text('', { 'Versions/Version1': odt(['Метка']) })],
    ['a description on a slide', () => open('presentation', { 'content.xml': '<draw:frame><svg:desc>Метка</svg:desc></draw:frame>' })],
    ['a footer of slides', () => open('presentation', { 'content.xml': '<p:footer-decl p:name="f">Метка</p:footer-decl>' })],
    [
      'a condition of OpenDocument cells',
      () => sheet('<table:content-validation table:condition="of:cell-content-is-in-list(&quot;Метка&quot;)"/>'),
    ],
    ['a formula of OpenDocument', () => sheet('<table:table><table:table-cell table:formula="of:=&quot;Метка&quot;"/></table:table>')],
    ['a drawing on a sheet', () => sheet('<table:table><table:shapes><text:p>Метка</text:p></table:shapes></table:table>')],
    ['a named value', () => sheet('<table:named-expression table:name="a" table:expression="&quot;Метка&quot;"/>')],
    ['the name of an OpenDocument sheet', () => ods('Метка', [['a']])],
    ['the name of an old sheet', () => workbookOf({ Метка: [['a']] })],
    ['a cell of a workbook by 1C', () => renamed(xlsx({ A: [['Мет</t></r><r><t>ка']] }), 'xl/sharedStrings', 'xl/SharedStrings')],
    ['a paragraph of another letter case', () => renamed(docx(['Мет|ка']), 'word/document', 'Word/Document')],
    ['a control of Word', () => docx(['x'], { 'word/activeX/activeX1.bin': Buffer.from('Метка') })],
    ['a file as an object', () => docx(['x'], { 'word/embeddings/oleObject1.bin': attached('Метка') })],
    ['an archive as an object', () => docx(['x'], { 'word/embeddings/oleObject1.bin': compound({ Package: zip({ a: 'Метка' }) }) })],
    [
      'a document that a program on the web saved',
      () => zip({ '[Content_Types].xml': '<T/>', 'word/document2.xml': '<w:p><w:t>Мет</w:t><w:t>ка</w:t></w:p>' }),
    ],
    ['a printer', () => xlsx({ A: [['x']] }, { 'xl/printerSettings/printerSettings1.bin': Buffer.from('Метка') })],
    ['a sheet of a binary workbook', () => xlsx({ A: [['x']] }, { 'xl/worksheets/sheet2.bin': Buffer.from('Метка') })],
    ['who may change a workbook', () => xlsx({ A: [['x']] }, { 'xl/workbook.xml': '<fileSharing userName="Метка"/>' })],
    ['who signed', () => docx(['x'], { '_xmlsignatures/sig1.xml': '<SignatureComments>Метка</SignatureComments>' })],
    ['properties by other writers', () => docx(['x'], { 'package/core-properties/1.psmdcp': '<dc:creator>Метка</dc:creator>' })],
    ['a picture with text', () => docx(['x'], { 'word/media/image1.emf': Buffer.from('Метка') })],
    ['a text in a slide that is split', () => pptx(['Мет</a:t></a:r><a:r><a:t>ка'])],
  ])('%s', async (_name, make) => {
    expect((await readingOf(make())).toLowerCase()).toContain('метка');
  });
});

describe('words stay whole', () => {
  const word = (content: string) => zip({ '[Content_Types].xml': '<T/>', 'word/document.xml': `<w:p>${content}</w:p>` });
  const run = (content: string) => `<w:r><w:t>${content}</w:t></w:r>`;
  test('before and after tracked changes', async () => {
    const changed = `${run('пар')}<w:del w:id="1"><w:r><w:delText>ник</w:delText></w:r></w:del><w:ins w:id="2">${run('оль')}</w:ins>${run(': Кот42')}`;
    const lines = (await readingOf(word(changed))).split('\n');
    expect(lines).toContain('text: пароль: Кот42');
    expect(lines).toContain('парник: Кот42');
  });

  test('around a text box, which is read once', async () => {
    const box = `<w:txbxContent><w:p>${run('рамка')}</w:p></w:txbxContent>`;
    const lines = (
      await readingOf(word(`${run('пар')}<w:r><mc:Choice>${box}</mc:Choice><mc:Fallback>${box}</mc:Fallback></w:r>${run('оль')}`))
    ).split('\n');
    expect(lines.filter((line) => line.includes('пароль'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('рамка'))).toHaveLength(1);
  });

  test('around a note and a remark', async () => {
    const note =
      '<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>сноска</text:p></text:note-body></text:note>';
    const remark = '<office:annotation><dc:creator>Иванов</dc:creator><text:p>замечание</text:p></office:annotation>';
    const lines = (await readingOf(text(`<text:p>па${note}ро${remark}ль</text:p>`))).split('\n');
    for (const line of ['text: пароль', '1сноска', 'Иванов', 'замечание']) expect(lines).toContain(line);
  });
});

test('digits that a cell shows in another way', async () => {
  const cell = '<table:table-cell office:value="4510123456"><text:p>4 510 123 456</text:p></table:table-cell>';
  expect(await readingOf(sheet(`<table:table table:name="a"><table:table-row>${cell}</table:table-row></table:table>`))).toContain(
    'a: 4 510 123 456 4510123456\n',
  );
});

test.each([
  ['file by file', text('garbage', { 'META-INF/manifest.xml': '<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>' })],
  ['as one file', open('text', { 'encrypted-package': 'garbage', 'META-INF/manifest.xml': '<m:encryption-data/>' })],
])('an OpenDocument file that is encrypted %s is not taken for read', async (_name, bytes) => {
  const { unread } = await extractDocument(bytes, 'document');
  expect(unread).toEqual([{ path: '', reason: 'encrypted' }]);
});

test('values beyond their bound are counted, and the text is read', async () => {
  const many = Array.from({ length: 600_000 }, (_, at) => `<w:ins w:author="author ${at}"/>`).join('');
  const { parts, unread } = await extractDocument(docx(['the text'], { 'word/footnotes.xml': `<w:p>${many}</w:p>` }), 'document');
  expect(unread).toEqual([{ path: '', reason: 'over_bound' }]);
  expect(parts.map(({ bytes }) => Buffer.from(bytes).toString())).toContain('the text\n');
});

describe('names that every object of JavaScript has', () => {
  test.each<[string, Uint8Array]>([
    ['an element', text('<text:p>Метка<x:constructor/><x:toString>!</x:toString></text:p>')],
    ['a stream', compound({ ...wordStreams([{ text: 'Метка' }]), constructor: Buffer.from('Хвост потока') })],
    ['a word of RTF', Buffer.from(String.raw`{\rtf1\ansicpg1251\constructor \toString \'cc\'e5\'f2\'ea\'e0}`)],
    ['an entity', text('<text:p>Метка &constructor;</text:p>')],
  ])('%s with such a name is read as any other', async (what, bytes) => {
    const reading = await readingOf(bytes);
    expect(reading).toContain('Метка');
    expect(reading).not.toContain('native code');
    // What is no document is matched as it is.
    if (what === 'a stream') expect(reading).toContain('Хвост потока');
  });
});
