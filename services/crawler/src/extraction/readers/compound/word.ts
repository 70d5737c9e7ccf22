import { detectEncoding } from '@leakwatch/matching';
import { asBuffer, decoderOf, pageOfLocale, wideText } from '../../bytes.ts';
import { type Budget, type Part, textPart, Unreadable } from '../../reader.ts';

const WORD_97 = 0xc1;
const ENCRYPTED = 0x01_00;
const TABLE_1 = 0x02_00;
const COMPLEX = 0x00_04;
const EIGHT_BIT = 0x4000_0000;
/** Word 6 and 95 for Chinese, Japanese and Korean, whose texts have two bytes a letter where a flag says so. */
const FAR_EAST: ReadonlySet<number> = new Set([0xa697, 0xa698, 0xa699]);
const WIDE = 0x10_00;
/** What a document of Word for Macintosh says of its letters. */
const MACINTOSH = 256;
const [MAC_WESTERN, MAC_CYRILLIC] = [10_000, 10_007];
/** The texts of a document follow each other. */
const TEXTS = ['text', 'footnotes', 'headers', 'macros', 'comments', 'endnotes', 'text boxes', 'text boxes of headers'] as const;

/** More pieces are made to exhaust a reader; a book saved a thousand times has some ten thousand. */
const PIECES_MAX = 200_000;
const SEPARATOR = Buffer.from('\n\0');

/** Where a stretch of the text stands in the stream `WordDocument`. */
interface Piece {
  readonly from: number;
  readonly characters: number;
  readonly isWide: boolean;
}

/** Word 95 and earlier write text in the code page of its language, and often name another language than that. */
function pageOf(main: Buffer): number | undefined {
  const page = pageOfLocale(main.readUInt16LE(6));
  if (main.readUInt16LE(20) === MACINTOSH) return page === 1251 ? MAC_CYRILLIC : MAC_WESTERN;
  return page ?? guessedPage(main);
}

function guessedPage(main: Buffer): number | undefined {
  const text = main.subarray(main.readUInt32LE(24), main.readUInt32LE(28)).filter((byte) => byte !== 0);
  return detectEncoding(text) === 'windows-1251' ? 1251 : undefined;
}

/**
 * The texts of a document of Word 6 to 2003 (MS-DOC) by its table of pieces, so that files that were saved by appending only what changed are read in
 * the right order; what stands between the pieces, which is deleted text as well, is a part of its own.
 * @param table gives the stream with the table of pieces by its name
 */
export function* wordParts(stream: Uint8Array, table: (name: string) => Uint8Array | undefined, budget: Budget): Iterable<Part> {
  const main = asBuffer(stream);
  const [kind, version, flags] = [main.readUInt16LE(0), main.readUInt16LE(2), main.readUInt16LE(10)];
  if ((flags & ENCRYPTED) !== 0) throw new Unreadable('encrypted');
  const isOld = version < WORD_97;
  const decoder = decoderOf(isOld ? pageOf(main) : undefined);
  const tableName = (flags & TABLE_1) === 0 ? '0Table' : '1Table';
  const isWide = FAR_EAST.has(kind) && (flags & WIDE) !== 0;
  const pieces = isOld
    ? oldPieces(main, (flags & COMPLEX) !== 0, isWide)
    : piecesOf(asBuffer(table(tableName) ?? new Uint8Array()), main, 418);
  const whole: string[] = [];
  let isCut = pieces.length === 0;
  for (const { from, characters, isWide } of pieces) {
    const length = isWide ? characters * 2 : characters;
    const content = main.subarray(from, from + length);
    budget.takeBytes(content.length);
    whole.push(isWide ? wideText(content) : decoder.decode(content));
    isCut ||= content.length < length;
  }
  const text = whole.join('');
  const lengths = TEXTS.map((_, at) => main.readUInt32LE((isOld ? 52 : 76) + at * 4));
  let from = 0;
  for (const [at, name] of TEXTS.entries()) {
    // What the lengths do not cover belongs to the last text that there is.
    const isLast = lengths.slice(at + 1).every((length) => length === 0);
    const end = isLast ? text.length : from + (lengths[at] ?? 0);
    const found = readable(text.slice(from, end));
    if (found.trim() !== '') yield textPart(name, found);
    if (isLast) break;
    from = end;
  }
  const rest = between(main, pieces);
  budget.takeBytes(rest.length);
  if (rest.length > 0) yield { path: 'between the texts', bytes: rest, isText: true };
  if (isCut) throw new Unreadable('damaged');
}

/** Word 95 and earlier: one stretch, or a table of pieces in the same stream. */
function oldPieces(main: Buffer, isComplex: boolean, isWide: boolean): readonly Piece[] {
  const pieces = isComplex ? piecesOf(main, main, 0x160, true).map((piece) => ({ ...piece, isWide })) : [];
  const [from, end] = [main.readUInt32LE(24), main.readUInt32LE(28)];
  return pieces.length > 0 || end <= from ? pieces : [{ from, characters: Math.floor((end - from) / (isWide ? 2 : 1)), isWide }];
}

/** The table of pieces, whose place stands at `at` of the main stream, behind changes of formatting. */
function piecesOf(table: Buffer, main: Buffer, at: number, isOld = false): readonly Piece[] {
  const start = main.readUInt32LE(at);
  const area = table.subarray(start, start + main.readUInt32LE(at + 4));
  let position = 0;
  while (position + 3 <= area.length && area[position] === 1) position += 3 + area.readUInt16LE(position + 1);
  if (position + 5 > area.length || area[position] !== 2) return [];
  const pieces = area.subarray(position + 5, position + 5 + area.readUInt32LE(position + 1));
  const count = Math.floor((pieces.length - 4) / 12);
  if (count > PIECES_MAX) throw new Unreadable('over_bound');
  const read: Piece[] = [];
  for (let piece = 0; piece < count; piece += 1) {
    const characters = pieces.readUInt32LE(piece * 4 + 4) - pieces.readUInt32LE(piece * 4);
    const place = pieces.readUInt32LE((count + 1) * 4 + piece * 8 + 2);
    const isWide = !isOld && (place & EIGHT_BIT) === 0;
    const from = isOld || isWide ? place & 0x3fff_ffff : (place & 0x3fff_ffff) >>> 1;
    if (characters > 0 && from < main.length) read.push({ from, characters, isWide });
  }
  return read;
}

/** The header and the formatting have no text, but deleted text stays where it was. */
function between(main: Buffer, pieces: readonly Piece[]): Uint8Array {
  const HEADER_BYTES = 512;
  const sorted = pieces.toSorted((one, other) => one.from - other.from);
  const gaps: Uint8Array[] = [];
  let at = HEADER_BYTES;
  for (const { from, characters, isWide } of sorted) {
    if (from > at) gaps.push(main.subarray(at, from), SEPARATOR);
    at = Math.max(at, from + characters * (isWide ? 2 : 1));
  }
  if (at < main.length) gaps.push(main.subarray(at));
  return Buffer.concat(gaps);
}

const SIGNS: Readonly<Record<string, string>> = { '\u000b': '\n', '\u000c': '\n', '\r': '\n', '\u0007': '\t', '\u001e': '-', '\u001f': '' };

/** Rows of tables end with two marks of a cell; fields have their instructions, such as the address of a link, and their results. */
const readable = (text: string): string =>
  text
    .replaceAll('\u0007\u0007', '\n')
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b-\u001f]/g, (sign) => SIGNS[sign] ?? (sign >= '\u0013' && sign <= '\u0015' ? ' ' : ''));
