import { asBuffer, decoderOf } from '../../bytes.ts';

/** Property sets of a document (MS-OLEPS): author, company, who saved it last. */
export const PROPERTY_STREAMS: ReadonlyMap<string, Readonly<Record<number, string>>> = new Map(
  Object.entries<Readonly<Record<number, string>>>({
    '\u0005SummaryInformation': {
      2: 'title',
      3: 'subject',
      4: 'author',
      5: 'keywords',
      6: 'comments',
      7: 'template',
      8: 'last saved by',
      9: 'revision',
      18: 'application',
    },
    '\u0005DocumentSummaryInformation': { 2: 'category', 13: 'titles of parts', 14: 'manager', 15: 'company', 29: 'version' },
  }),
);

/** Sections of a stream, values of a section and strings of a value; more are not read. */
const COUNT_MAX = 1_000;
const CODE_PAGE = 1;
const DICTIONARY = 0;
const UTF16 = 1200;
const BYTE_STRING = 0x1e;
const WIDE_STRING = 0x1f;
const VECTOR = 0x10_00;

/** The texts of a property stream, one a line. What a damaged one still says is returned. */
export function propertiesText(stream: Uint8Array, names: Readonly<Record<number, string>>): string {
  const bytes = asBuffer(stream);
  const lines: string[] = [];
  try {
    const sections = Math.min(bytes.readUInt32LE(24), COUNT_MAX);
    // The second section has properties that people defined, with their names.
    for (let at = 0; at < sections; at += 1) readSection(bytes.subarray(bytes.readUInt32LE(44 + at * 20)), at === 0 ? names : {}, lines);
  } catch {
    // Bytes are missing.
  }
  return lines.join('\n');
}

function readSection(section: Buffer, known: Readonly<Record<number, string>>, lines: string[]): void {
  const count = Math.min(section.readUInt32LE(4), COUNT_MAX);
  const values = Array.from({ length: count }, (_, at) => [section.readUInt32LE(8 + at * 8), section.readUInt32LE(12 + at * 8)] as const);
  const offsets = new Map(values);
  const pageAt = offsets.get(CODE_PAGE);
  const page = pageAt === undefined ? 1252 : section.readUInt16LE(pageAt + 4);
  const dictionaryAt = offsets.get(DICTIONARY);
  const names = dictionaryAt === undefined ? known : { ...known, ...dictionary(section.subarray(dictionaryAt), page) };
  for (const [id, offset] of values) {
    if (id === DICTIONARY || id === CODE_PAGE) continue;
    const text = valueText(section.subarray(offset), page).trim();
    if (text !== '') lines.push(`${names[id] ?? `property ${id}`}: ${text}`);
  }
}

function valueText(value: Buffer, page: number): string {
  const type = value.readUInt16LE(0);
  if (type === BYTE_STRING || type === WIDE_STRING) return stringAt(value, 4, type === WIDE_STRING, page)[0];
  if (type !== (VECTOR | BYTE_STRING) && type !== (VECTOR | WIDE_STRING)) return '';
  const texts: string[] = [];
  let at = 8;
  for (let left = Math.min(value.readUInt32LE(4), COUNT_MAX); left > 0 && at + 4 <= value.length; left -= 1) {
    const [text, end] = stringAt(value, at, type === (VECTOR | WIDE_STRING), page);
    texts.push(text);
    at = end;
  }
  return texts.join(', ');
}

/** A string behind its length, and where the next one begins. */
function stringAt(bytes: Buffer, at: number, isWide: boolean, page: number): readonly [string, number] {
  const length = bytes.readUInt32LE(at) * (isWide ? 2 : 1);
  const content = bytes.subarray(at + 4, at + 4 + length);
  const padded = isWide ? Math.ceil(length / 4) * 4 : length;
  return [
    decoderOf(isWide ? UTF16 : page)
      .decode(content)
      .replace(/\0.*$/s, ''),
    at + 4 + padded,
  ];
}

function dictionary(bytes: Buffer, page: number): Readonly<Record<number, string>> {
  const names: Record<number, string> = {};
  let at = 4;
  for (let left = Math.min(bytes.readUInt32LE(0), COUNT_MAX); left > 0 && at + 8 <= bytes.length; left -= 1) {
    const [name, end] = stringAt(bytes, at + 4, page === UTF16, page);
    names[bytes.readUInt32LE(at)] = name;
    at = end;
  }
  return names;
}
