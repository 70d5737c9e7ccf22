import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync } from 'node:zlib';
import { extractDocument } from './extract-document.ts';
import { compound } from './old-office.fixture.ts';

export type Files = Readonly<Record<string, string | Uint8Array>>;

/** Packs files with a real archiver. `command` gets the archive's name and runs in the folder of the files. */
function packed(files: Files, archive: string, command: (names: readonly string[]) => readonly [string, ...string[]]): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'documents-'));
  try {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    const [program, ...rest] = command(Object.keys(files));
    execFileSync(program, rest, { cwd: folder });
    return readFileSync(join(folder, archive));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const zip = (files: Files, ...options: string[]): Uint8Array =>
  packed(files, 'made.zip', (names) => ['zip', '-q', '-X', ...options, 'made.zip', ...names]);
export const tar = (files: Files, ...options: string[]): Uint8Array =>
  packed(files, 'made.tar', (names) => ['tar', ...options, '-cf', 'made.tar', ...names]);
export const compressed = (program: 'gzip' | 'bzip2' | 'xz', content: string | Uint8Array, ...options: string[]): Uint8Array =>
  packed({ content }, `content.${{ gzip: 'gz', bzip2: 'bz2', xz: 'xz' }[program]}`, (names) => [program, ...options, ...names]);
export const zstd = (content: string | Uint8Array): Uint8Array => zstdCompressSync(content);

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const runs = (line: string): string =>
  line
    .split('|')
    .map((run) => `<w:r><w:t xml:space="preserve">${run}</w:t></w:r>`)
    .join('');

/** A Word document; `|` parts a line into runs, as editors do at every correction. */
export const docx = (lines: readonly string[], more: Files = {}): Uint8Array =>
  zip({
    '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    'word/document.xml': `${XML}<w:document ${WORD}><w:body>${lines.map((line) => `<w:p><w:pPr><w:pStyle w:val="Normal"/></w:pPr>${runs(line)}</w:p>`).join('')}</w:body></w:document>`,
    ...more,
  });

const SHEET = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELS = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

/** A workbook of sheets with rows of cells; strings are shared, as Excel writes them. */
export function xlsx(sheets: Readonly<Record<string, readonly (readonly string[])[]>>, more: Files = {}): Uint8Array {
  const strings = [...new Set(Object.values(sheets).flat(2))];
  const rows = (table: readonly (readonly string[])[]) =>
    table
      .map((cells, row) => `<row r="${row + 1}">${cells.map((cell) => `<c t="s"><v>${strings.indexOf(cell)}</v></c>`).join('')}</row>`)
      .join('');
  const named = Object.entries(sheets);
  return zip({
    '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    'xl/workbook.xml': `${XML}<workbook ${SHEET} ${RELS}><sheets>${named.map(([name], at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${named.map((_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}</Relationships>`,
    'xl/sharedStrings.xml': `${XML}<sst ${SHEET}>${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    ...Object.fromEntries(
      named.map(([, table], at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `${XML}<worksheet ${SHEET}><sheetData>${rows(table)}</sheetData></worksheet>`,
      ]),
    ),
    ...more,
  });
}

export const pptx = (slides: readonly string[]): Uint8Array =>
  zip({
    '[Content_Types].xml': `${XML}<Types/>`,
    ...Object.fromEntries(
      slides.map((text, at) => [
        `ppt/slides/slide${at + 1}.xml`,
        `${XML}<p:sld xmlns:p="p" xmlns:a="a"><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`,
      ]),
    ),
  });

const odf = (kind: string, content: string): Uint8Array =>
  zip({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': `${XML}<office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="tb" xmlns:xlink="x">${content}</office:document-content>`,
    'meta.xml': `${XML}<office:document-meta xmlns:office="o" xmlns:dc="d"><dc:creator>Иванов</dc:creator></office:document-meta>`,
  });
export const odt = (lines: readonly string[]): Uint8Array => odf('text', lines.map((line) => `<text:p>${line}</text:p>`).join(''));
export const ods = (name: string, rows: readonly (readonly string[])[]): Uint8Array =>
  odf(
    'spreadsheet',
    `<table:table table:name="${name}">${rows.map((cells) => `<table:table-row>${cells.map((cell) => `<table:table-cell><text:p>${cell}</text:p></table:table-cell>`).join('')}</table:table-row>`).join('')}</table:table>`,
  );

/** A page of Latin text as the simplest writer makes it, with a table of references. */
export const pdf = (lines: readonly string[]): Uint8Array =>
  pdfOf(
    lines.map((line) => `(${line.replaceAll(/([\\()])/g, '\\$1')})`),
    ['<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
  );

/** A page whose glyphs are numbers that a table of the font translates, as office programs write it. */
export function pdfWithTable(line: string): Uint8Array {
  const letters = [...new Set(line)];
  const hex = (value: number) => value.toString(16).padStart(4, '0');
  const table = `begincmap\n1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n${letters.length} beginbfchar\n${letters
    .map((letter, at) => `<${hex(at + 1)}> <${hex(letter.charCodeAt(0))}>`)
    .join('\n')}\nendbfchar\nendcmap`;
  return pdfOf(
    [`<${[...line].map((letter) => hex(letters.indexOf(letter) + 1)).join('')}>`],
    [
      '<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /DescendantFonts [7 0 R] /ToUnicode 8 0 R >>',
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /A /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 9 0 R >>',
      `<< /Length ${table.length} >>\nstream\n${table}\nendstream`,
      '<< /Type /FontDescriptor /FontName /A /Flags 4 /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 >>',
    ],
  );
}

/** Strings as a page shows them, and its font with what belongs to it. */
export function pdfOf(strings: readonly string[], [font = '', ...more]: readonly string[]): Uint8Array {
  const content = `BT /F1 9 Tf 50 750 Td 14 TL ${strings.map((string) => `${string} Tj T*`).join(' ')} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    font,
    '<< /Author (Ivanov) >>',
    ...more,
  ];
  return pdfFile(objects);
}

/** A file of these objects, numbered from 1. The first is the catalogue, the sixth its properties. */
export function pdfFile(objects: readonly string[]): Uint8Array {
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.from(
    `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  );
}

/** A font for PDF that names its table of letters and does not contain it. `letters`: Japan1, GB1, CNS1 or Korea1. */
export const fontByCodes = (table: string, letters: string): string =>
  `<< /Type /Font /Subtype /Type0 /BaseFont /Letters /Encoding /${table} /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Letters
    /CIDSystemInfo << /Registry (Adobe) /Ordering (${letters}) /Supplement 2 >> /DW 1000
    /FontDescriptor << /Type /FontDescriptor /FontName /Letters /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent 0 /StemV 80 >> >>] >>`;

export const rtfOf = (content: string): Uint8Array => Buffer.from(`{\\rtf1\\ansi ${content}\\par}`);

/** A mail with a text in base64 and a file. */
export const mail = (text: string, file: { readonly name: string; readonly content: Uint8Array }): Uint8Array =>
  Buffer.from(
    [
      'From: ivanov@corp.example',
      'Subject: =?utf-8?B?0JTQvtGB0YLRg9C/0Ys=?=',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary="b"',
      '',
      '--b',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(text).toString('base64'),
      '--b',
      `Content-Type: application/octet-stream; name="${file.name}"`,
      'Content-Transfer-Encoding: base64',
      `Content-Disposition: attachment; filename="${file.name}"`,
      '',
      Buffer.from(file.content).toString('base64'),
      '--b--',
      '',
    ].join('\r\n'),
  );

/** A notebook with one cell, and what it showed. */
export const notebook = (source: string, shown = ''): Uint8Array =>
  Buffer.from(
    JSON.stringify({
      cells: [
        { cell_type: 'markdown', metadata: {}, source: ['# Report\n'] },
        {
          cell_type: 'code',
          metadata: {},
          source: source.split(/(?<=\n)/),
          outputs: [
            { output_type: 'stream', name: 'stdout', text: [shown] },
            { output_type: 'display_data', data: { 'image/png': 'iVBORw0KGgo=', 'text/html': ['<b>', shown, '</b>'] }, metadata: {} },
          ],
        },
      ],
      metadata: { language_info: { name: 'python' } },
      nbformat: 4,
      nbformat_minor: 5,
    }),
  );

/** A database that its own program makes. */
export function sqlite(statements: string): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'documents-'));
  try {
    const database = new DatabaseSync(join(folder, 'made.db'));
    database.exec(statements);
    database.close();
    return readFileSync(join(folder, 'made.db'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A message of Outlook with a text and a file. */
export function msg(text: string, file?: { readonly name: string; readonly content: Uint8Array }): Uint8Array {
  const wide = (value: string) => Buffer.from(value, 'utf16le');
  const folder = '__attach_version1.0_#00000000/';
  return compound({
    '__properties_version1.0': Buffer.alloc(32),
    '__substg1.0_1000001F': wide(text),
    '__substg1.0_0037001F': wide('Доступы'),
    '__substg1.0_0C1F001F': wide('ivanov@corp.example'),
    ...(file && {
      [`${folder}__properties_version1.0`]: Buffer.alloc(8),
      [`${folder}__substg1.0_3707001F`]: wide(file.name),
      [`${folder}__substg1.0_37010102`]: file.content,
    }),
  });
}

/** Inner path and text of every part. */
export const textsOf = async (bytes: Uint8Array, path = 'document', bounds?: Parameters<typeof extractDocument>[2]) => {
  const { parts, unread } = await extractDocument(bytes, path, bounds);
  return { texts: Object.fromEntries(parts.map((part) => [part.path, Buffer.from(part.bytes).toString('utf8')])), unread };
};
