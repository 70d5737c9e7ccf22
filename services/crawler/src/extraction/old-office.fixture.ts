import { readFileSync } from 'node:fs';
import { deflateSync, gunzipSync } from 'node:zlib';
import { burn } from '@kenjiuno/msgreader/lib/Burner.js';
import { TypeEnum } from '@kenjiuno/msgreader/lib/Reader.js';

const wide = (text: string): Buffer => Buffer.from(text, 'utf16le');
const PLACE = 'Ж'.repeat(100);

/** A document of a real program (`samples/README.md`) with a text of up to a hundred characters. */
const sample = (name: string) => (text: string) => {
  const bytes = gunzipSync(readFileSync(new URL(`./samples/${name}.gz`, import.meta.url)));
  wide(text.padEnd(PLACE.length)).copy(bytes, bytes.indexOf(wide(PLACE)));
  return Uint8Array.from(bytes);
};
export const doc = sample('word.doc');
export const xls = sample('excel.xls');
export const gnumeric = sample('gnumeric.xls');
export const excel95 = sample('excel95.xls');
export const ppt = sample('powerpoint.ppt');

/** A compound file of streams; what stands before a slash in a name is a storage. */
export function compound(streams: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const foldersOf = (path: string) => path.split('/').flatMap((_, at, names) => (at === 0 ? [] : [names.slice(0, at).join('/')]));
  const folders = [...new Set(Object.keys(streams).flatMap(foldersOf))];
  const paths = [...folders, ...Object.keys(streams)];
  const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));
  const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
  const inside = (folder: string) => paths.flatMap((path, at) => (folderOf(path) === folder ? [at + 1] : []));
  const entries = [
    { name: 'Root Entry', type: TypeEnum.ROOT, children: inside(''), length: 0 },
    ...folders.map((path) => ({ name: nameOf(path), type: TypeEnum.DIRECTORY, children: inside(path), length: 0 })),
    ...Object.entries(streams).map(([path, content]) => ({
      name: nameOf(path),
      type: TypeEnum.DOCUMENT,
      binaryProvider: () => Uint8Array.from(content),
      length: content.length,
    })),
  ];
  return Uint8Array.from(burn(entries));
}

/** A module of macros as its editor stores it: what the compiler left, then the source, compressed by literals and one copy. */
export function macroStream(source: Uint8Array): Uint8Array {
  const text = Buffer.concat([Buffer.from('Attribute VB_Name = "M"\r\n'), source]);
  const groups: Buffer[] = [];
  for (let at = 0; at < text.length; at += 8) groups.push(Buffer.of(0), text.subarray(at, at + 8));
  // A copy of the last three bytes but one, in a group of its own; the distance has as many bits as the length so far needs.
  const distanceBits = Math.max(4, Math.ceil(Math.log2(text.length)));
  const copy = Buffer.alloc(2);
  copy.writeUInt16LE(3 << (16 - distanceBits));
  const isWhole = text.length % 8 === 0;
  const content = Buffer.concat([...groups, ...(isWhole ? [Buffer.of(1), copy] : [])]);
  const header = Buffer.alloc(2);
  header.writeUInt16LE(0xb0_00 | (content.length - 1));
  return Buffer.concat([Buffer.from('compiled'), Buffer.of(1), header, content]);
}

/** A stretch of text as it stands in a document of Word, and whether a later save left it out. */
export interface WordPiece {
  readonly text: string;
  readonly isNarrow?: true;
  readonly isDeleted?: true;
}

/** The streams of Word 97, whose pieces stand in the file in the opposite order, as after saves that appended. */
export function wordStreams(pieces: readonly WordPiece[], flags = 0): Readonly<Record<string, Uint8Array>> {
  const header = Buffer.alloc(1024);
  header.writeUInt16LE(0xa5ec, 0);
  header.writeUInt16LE(0xc1, 2);
  header.writeUInt16LE(0x02_00 | flags, 10);
  let at = header.length;
  const contents: Buffer[] = [];
  const places = pieces
    .toReversed()
    .map((piece) => {
      const content = piece.isNarrow ? Buffer.from(piece.text, 'latin1') : wide(piece.text);
      const from = at;
      contents.push(content);
      at += content.length;
      return { ...piece, from };
    })
    .toReversed()
    .filter(({ isDeleted }) => !isDeleted);
  const table = Buffer.alloc(5 + 4 + places.length * 12);
  table.writeUInt8(2);
  table.writeUInt32LE(table.length - 5, 1);
  let characters = 0;
  for (const [index, { text, from, isNarrow }] of places.entries()) {
    characters += text.length;
    table.writeUInt32LE(characters, 5 + (index + 1) * 4);
    table.writeUInt32LE(isNarrow ? from * 2 + 0x4000_0000 : from, 5 + (places.length + 1) * 4 + index * 8 + 2);
  }
  header.writeUInt32LE(characters, 76);
  header.writeUInt32LE(table.length, 422);
  return { WordDocument: Buffer.concat([header, ...contents]), '1Table': table };
}
export const wordOf = (pieces: readonly WordPiece[], flags?: number): Uint8Array => compound(wordStreams(pieces, flags));

/** A document of Word 95, which names Russian as its language. */
export function word95(text: Uint8Array, language = 0x0419, { kind = 0xa5dc, flags = 0, charset = 0 } = {}): Uint8Array {
  const header = Buffer.alloc(768);
  header.writeUInt16LE(kind, 0);
  header.writeUInt16LE(104, 2);
  header.writeUInt16LE(language, 6);
  header.writeUInt16LE(flags, 10);
  header.writeUInt16LE(charset, 20);
  header.writeUInt32LE(768, 24);
  header.writeUInt32LE(768 + text.length, 28);
  header.writeUInt32LE(text.length, 52);
  return compound({ WordDocument: Buffer.concat([header, text]) });
}

export function biff(type: number, ...fields: readonly (readonly [bytes: 1 | 2 | 4, value: number] | Uint8Array)[]): Buffer {
  const body = Buffer.concat(
    fields.map((field) => {
      if (field instanceof Uint8Array) return field;
      const number = Buffer.alloc(field[0]);
      number.writeUIntLE(field[1], 0, field[0]);
      return number;
    }),
  );
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(body.length, 2);
  return Buffer.concat([head, body]);
}

/** A record is continued after so many bytes. */
const RECORD_BYTES = 8_224;

/** The table of shared strings, whose strings are parted between records wherever those are full. */
function sharedStrings(strings: readonly string[], recordBytes: number): Buffer {
  const records: Buffer[] = [];
  let body: Buffer[] = [];
  let size = 0;
  const put = (...bytes: readonly Buffer[]) => {
    for (const one of bytes) {
      body.push(one);
      size += one.length;
    }
  };
  const close = () => {
    records.push(biff(records.length === 0 ? 0x00fc : 0x003c, ...body));
    [body, size] = [[], 0];
  };
  const count = Buffer.alloc(8);
  count.writeUInt32LE(strings.length, 0);
  count.writeUInt32LE(strings.length, 4);
  put(count);
  for (const text of strings) {
    if (size + 3 > recordBytes) close();
    const head = Buffer.alloc(3);
    head.writeUInt16LE(text.length, 0);
    head.writeUInt8(1, 2);
    put(head);
    for (let at = 0; at < text.length; ) {
      const fitting = Math.floor((recordBytes - size) / 2);
      if (fitting === 0) {
        close();
        put(Buffer.of(1));
        continue;
      }
      put(wide(text.slice(at, at + fitting)));
      at += fitting;
    }
  }
  close();
  return Buffer.concat(records);
}

/** A workbook of Excel 97 with shared strings. */
export function workbookOf(
  sheets: Readonly<Record<string, readonly (readonly string[])[]>>,
  recordBytes = RECORD_BYTES,
  more: readonly Buffer[] = [],
): Uint8Array {
  const strings = [...new Set(Object.values(sheets).flat(2))];
  const numbers = new Map(strings.map((text, at) => [text, at]));
  const begin = biff(0x0809, [2, 0x06_00], [2, 5], [4, 0], [4, 0], [4, 0]);
  const end = biff(0x000a);
  const nameRecord = (name: string, offset: number) => biff(0x0085, [4, offset], [2, 0], [1, name.length], [1, 1], wide(name));
  const shared = sharedStrings(strings, recordBytes);
  const bodies = Object.values(sheets).map((rows) =>
    Buffer.concat([
      begin,
      ...rows.flatMap((cells, row) =>
        cells.map((cell, column) => biff(0x00fd, [2, row], [2, column], [2, 0], [4, numbers.get(cell) ?? 0])),
      ),
      end,
    ]),
  );
  const names = Object.keys(sheets);
  let offset = begin.length + Buffer.concat([...names.map((name) => nameRecord(name, 0)), ...more]).length + shared.length + end.length;
  const index = names.map((name, at) => {
    const record = nameRecord(name, offset);
    offset += bodies[at]?.length ?? 0;
    return record;
  });
  return compound({ Workbook: Buffer.concat([begin, ...index, ...more, shared, end, ...bodies]) });
}

/** A workbook of Excel 95 with one sheet whose second row has a text, in the code page of Russian. */
export const workbook95 = (text: Uint8Array): Uint8Array =>
  compound({
    Book: Buffer.concat([
      biff(0x0809, [2, 0x05_00], [2, 0x10]),
      biff(0x0042, [2, 1251]),
      biff(0x0204, [2, 1], [2, 0], [2, 0], [2, text.length], text),
      biff(0x000a),
    ]),
  });

export function pptRecord(version: number, instance: number, type: number, ...bodies: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(bodies);
  const head = Buffer.alloc(8);
  head.writeUInt16LE(version | (instance << 4), 0);
  head.writeUInt16LE(type, 2);
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** A presentation whose slides stand in the stream in the opposite order, with a slide that was replaced and an embedded file. */
export function presentationOf(slides: readonly string[], replaced = '', file?: Uint8Array, streams = {}): Uint8Array {
  const slideOf = (text: string) => pptRecord(0xf, 0, 0x03ee, pptRecord(0xf, 0, 0xf00d, pptRecord(0, 0, 0x0fa0, wide(text))));
  const list = pptRecord(0xf, 0, 0x0ff0, ...slides.map((_, at) => pptRecord(0, 0, 0x03f3, u32(at + 1), Buffer.alloc(16))));
  const comment = pptRecord(0xf, 0, 0x2ee0, pptRecord(0, 0, 0x0fba, wide('Рецензент')), pptRecord(0, 1, 0x0fba, wide('Замечание')));
  const parts = [pptRecord(0xf, 0, 0x03e8, list, comment), slideOf(replaced), ...slides.toReversed().map(slideOf)];
  const offsets = parts
    .map((_, at) => Buffer.concat(parts.slice(0, at)).length)
    .slice(2)
    .toReversed();
  const places = pptRecord(0, 0, 0x1772, u32(1 + (slides.length << 20)), ...offsets.map(u32));
  const embedded = file === undefined ? [] : [pptRecord(0, 1, 0x1011, u32(file.length), deflateSync(file))];
  return compound({ 'PowerPoint Document': Buffer.concat([...parts, ...embedded, places]), ...streams });
}

/** A packed drawing as it stands in a stream of pictures, with one identifier before it or two. */
export function drawing(content: Uint8Array, ids: 1 | 2 = 1): Buffer {
  const packed = deflateSync(content);
  const header = Buffer.alloc(34);
  header.writeUInt32LE(content.length, 0);
  header.writeUInt32LE(packed.length, 28);
  header.writeUInt8(0xfe, 33);
  return pptRecord(0, ids === 1 ? 0x216 : 0x217, 0xf01b, Buffer.alloc(16 * ids, 7), header, packed);
}
