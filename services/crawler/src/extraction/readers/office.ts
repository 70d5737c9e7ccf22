import { type OfficeFiles, type Part, textPart, Unreadable } from '../reader.ts';
import { besideText } from './office-values.ts';
import { readSheets } from './sheets.ts';
import { readXml } from './xml.ts';

/** Text that a format may add by itself, such as repeated spaces. */
const REPEATED_MAX = 1_000;

/** Elements whose end is the end of a line, and what others stand for, in the formats of Microsoft and of OpenDocument. */
const LINE_ENDS = new Set(['p', 'h', 'tr', 'v', 'Text', 'table-row', 'list-item', 'br', 'cr', 'line-break', 'author']);
const SIGNS: Readonly<Record<string, string>> = { tab: '\t', tc: '\t', 'table-cell': '\t', noBreakHyphen: '-' };
/** Elements that hold text; the rest is measures and names. The second set is that of OpenDocument. */
const HOLDERS = new Set(['t', 'delText', 'instrText']);
const OPEN_HOLDERS = new Set(['p', 'h', 'text']);

/** The text of a document, a line for each paragraph. */
export function documentText(bytes: Uint8Array, holders: ReadonlySet<string>): string {
  const text: string[] = [];
  let inside = 0;
  readXml(bytes, {
    open: (name, attributes) => {
      if (holders.has(name)) inside += 1;
      if (name === 's') text.push(' '.repeat(Math.min(Number(attributes.get('text:c') ?? 1) || 1, REPEATED_MAX)));
      if (name === 'comment') text.push(`${attributes.get('w:author') ?? ''}\n`);
      const address = attributes.get('xlink:href');
      if (address !== undefined) text.push(` ${address} `);
    },
    text: (found) => {
      if (inside > 0) text.push(found);
    },
    close: (name) => {
      if (holders.has(name)) inside -= 1;
      text.push(LINE_ENDS.has(name) ? '\n' : (SIGNS[name] ?? ''));
    },
  });
  return text.join('');
}

/** Values of properties, one a line: author, company, who saved it last. */
function propertiesText(bytes: Uint8Array): string {
  const lines: string[] = [];
  let value = '';
  readXml(bytes, {
    open: (name, attributes) => {
      value = '';
      // Of a property that people add.
      if (name === 'property' && attributes.get('name') !== undefined) lines.push(attributes.get('name') ?? '');
    },
    text: (found) => {
      value += found;
    },
    close: (name) => {
      if (value.trim() !== '') lines.push(`${name}: ${value.trim()}`);
      value = '';
    },
  });
  return lines.join('\n');
}

/** Addresses that a document links to. */
function linksText(bytes: Uint8Array): string {
  const links: string[] = [];
  readXml(bytes, {
    open: (_name, attributes) => {
      const target = attributes.get('Target');
      if (attributes.get('TargetMode') === 'External' && target !== undefined) links.push(target);
    },
  });
  return links.join('\n');
}

/** Every value of a file, one a line: settings and connections have addresses and passwords in attributes. */
function valuesText(bytes: Uint8Array): string {
  const lines: string[] = [];
  readXml(bytes, {
    open: (_name, attributes) => {
      for (const [name, value] of attributes.all()) if (!name.startsWith('xmlns')) lines.push(`${name}: ${value}`);
    },
    text: (found) => {
      if (found.trim() !== '') lines.push(found.trim());
    },
  });
  return lines.join('\n');
}

/** Names that a workbook gives to cells, formulas and values. */
function namesText(bytes: Uint8Array): string {
  const lines: string[] = [];
  let name: string | undefined;
  readXml(bytes, {
    open: (element, attributes) => {
      // A sheet without cells has no text of its own.
      if (element === 'sheet') lines.push(attributes.get('name') ?? '');
      const comment = element === 'definedName' ? attributes.get('comment') : undefined;
      if (comment !== undefined) lines.push(comment);
      name = element === 'definedName' ? attributes.get('name') : undefined;
    },
    text: (found) => {
      if (name !== undefined) lines.push(`${name}: ${found}`);
    },
  });
  return lines.join('\n');
}

interface Rule {
  readonly name: RegExp;
  readonly part: (match: RegExpExecArray) => string;
  readonly text: (bytes: Uint8Array) => string;
}

const microsoftText = (bytes: Uint8Array) => documentText(bytes, HOLDERS);
const CHART_HOLDERS = new Set(['t', 'v', 'f']);
const chartText = (bytes: Uint8Array) => documentText(bytes, CHART_HOLDERS);
const VISIO_HOLDERS = new Set(['Text']);
const visioText = (bytes: Uint8Array) => documentText(bytes, VISIO_HOLDERS);
const COMMENT_HOLDERS = new Set(['p', 'h', 'text', 't', 'author']);
const commentText = (bytes: Uint8Array) => documentText(bytes, COMMENT_HOLDERS);
const openText = (bytes: Uint8Array) => documentText(bytes, OPEN_HOLDERS);

/** Which files of an office file hold text, besides the sheets of a workbook. */
const RULES: readonly Rule[] = [
  { name: /^word\/document\.xml$/, part: () => 'text', text: microsoftText },
  { name: /^word\/(header|footer|comments|footnotes|endnotes)\d*\.xml$/, part: ([, kind = '']) => kind, text: microsoftText },
  { name: /^ppt\/slides\/slide(\d+)\.xml$/, part: ([, number = '']) => `slide ${number}`, text: microsoftText },
  { name: /^ppt\/notesSlides\/notesSlide(\d+)\.xml$/, part: ([, number = '']) => `notes ${number}`, text: microsoftText },
  { name: /^ppt\/comments\/.*\.xml$/, part: () => 'comments', text: commentText },
  { name: /^xl\/(?:comments[^/]*|comments\/[^/]+|threadedComments\/.*)\.xml$/, part: () => 'comments', text: commentText },
  { name: /^xl\/drawings\/drawing\d+\.xml$/, part: () => 'drawings', text: microsoftText },
  { name: /^word\/glossary\/document\.xml$/, part: () => 'glossary', text: microsoftText },
  { name: /^ppt\/(slideMasters|slideLayouts|notesMasters)\/[^/]+\.xml$/, part: ([, kind = '']) => kind, text: microsoftText },
  { name: /^(?:word|xl|ppt)\/(charts|diagrams)\/[^/]+\.xml$/, part: ([, kind = '']) => kind, text: chartText },
  { name: /^visio\/(?:pages\/page|masters\/master)(\d+)\.xml$/, part: ([, number = '']) => `page ${number}`, text: visioText },
  {
    name: /^(xl\/connections|word\/settings|customXml\/item\d+|xl\/externalLinks\/[^/]+)\.xml$/,
    part: ([, name = '']) => name,
    text: valuesText,
  },
  // Headers and footers of OpenDocument are styles of pages.
  { name: /^styles\.xml$/, part: () => 'headers', text: openText },
  { name: /^xl\/workbook\.xml$/, part: () => 'names', text: namesText },
  { name: /(?:^|\/)_rels\/[^/]+\.rels$/, part: () => 'links', text: linksText },
  { name: /^docProps\/(?:core|app|custom)\.xml$|^meta\.xml$/, part: () => 'properties', text: propertiesText },
];
/** Other files of the package, which have what people write in attributes too: tables, pivots and what they were made of, controls, tags, names of people. */
const OTHER =
  /^(?:word|xl|ppt)\/(?!theme\/|worksheets\/|sharedStrings|fontTable|webSettings|presProps|viewProps|tableStyles|calcChain|styles|stylesWithEffects)((?:[^/]+\/)*[^/]+)\.xml$/;
const OTHER_RULE: Rule = { name: OTHER, part: ([, name = '']) => name, text: valuesText };
/** Texts with values beside them, which are a part of their own. */
const WITH_VALUES =
  /^word\/[^/]+\.xml$|^xl\/(?:styles|drawings\/[^/]+)\.xml$|^ppt\/(?:slides|slideMasters|slideLayouts|notesSlides)\/[^/]+\.xml$/;
const SETTINGS = /^word\/(?:settings|fontTable|webSettings)\.xml$/;
/** Files within office files that are documents themselves. */
const EMBEDDED = /^(?:word|xl|ppt|visio)\/embeddings\/|^Object \d+\/|^(?:word|xl|ppt)\/.*\.(?:html?|mht|rtf|txt|docx|svg|vml|data)$/i;
const MACROS = /^(?:word|xl|ppt)\/vbaProject\.bin$/;
const ODF = /^application\/vnd\.oasis\.opendocument\.(\w+)/;

/** Reads an office file of either family; undefined when the archive is none. */
export async function readOffice(files: OfficeFiles): Promise<AsyncIterable<Part> | undefined> {
  if (files.names.includes('[Content_Types].xml') && files.names.some((name) => /^(?:word|xl|ppt|visio)\//.test(name)))
    return readParts(files, null);
  if (!files.names.includes('content.xml') || !files.names.includes('mimetype')) return undefined;
  const [, kind] = ODF.exec(new TextDecoder().decode(files.read('mimetype'))) ?? [];
  return kind === undefined ? undefined : readParts(files, kind);
}

async function* readParts(files: OfficeFiles, openDocument: string | null): AsyncIterable<Part> {
  let failed: Unreadable | undefined;
  const isWorkbook = openDocument === 'spreadsheet' || files.names.includes('xl/workbook.xml');
  if (isWorkbook) yield* readSheets(files);
  if (openDocument !== null && !isWorkbook) {
    const content = files.read('content.xml');
    if (content !== undefined) yield textPart('text', openText(content));
  }
  for (const name of files.names) {
    const [rule, match] = ruleFor(name);
    const isMacros = MACROS.test(name);
    const hasValues = WITH_VALUES.test(name) && !SETTINGS.test(name);
    if (rule === undefined && !hasValues && !isMacros && !EMBEDDED.test(name)) continue;
    try {
      const bytes = files.read(name);
      if (bytes === undefined || bytes.byteLength === 0) continue;
      const values = hasValues ? besideText(bytes) : '';
      if (values !== '') yield textPart('values', values);
      if (rule === undefined) {
        if (!hasValues) yield isMacros ? { path: name, bytes, isMacros } : { path: name, bytes };
        continue;
      }
      const text = rule.text(bytes);
      if (text.trim() !== '' && match !== null) yield textPart(rule.part(match), text);
    } catch (error) {
      failed ??= error instanceof Unreadable ? error : new Unreadable('damaged');
      if (failed.reason === 'over_bound') break;
    }
  }
  // What could be read is kept; the rest is counted.
  if (failed !== undefined) throw failed;
}

function ruleFor(name: string): [Rule, RegExpExecArray] | [undefined, null] {
  for (const rule of RULES) {
    const match = rule.name.exec(name);
    if (match !== null) return [rule, match];
  }
  const other = OTHER.exec(name);
  if (other !== null && !EMBEDDED.test(name)) return [OTHER_RULE, other];
  return [undefined, null];
}
