import { constants, inflateSync } from 'node:zlib';
import { asBuffer } from '../bytes.ts';
import { type Budget, Unreadable } from '../reader.ts';
import { unpacked } from './unpack.ts';

const OBJECT = Buffer.from(' obj');
const STREAM = Buffer.from('stream');
const END_OF_STREAM = Buffer.from('endstream');
const END_OF_OBJECT = Buffer.from('endobj');
/** Objects without the streams that they describe. */
const OBJECT_STREAM = /\/Type\s*\/ObjStm\b/;
const DEFLATED = /\/Filter\s*\[?\s*\/(?:FlateDecode|Fl)\s*\]?/;
const FILTERED = /\/Filter\b|\/F\s/;
/** Bytes of pictures, fonts and tables. */
const BINARY = /\/(?:Subtype\s*\/(?:Image|Type1C|CIDFontType0C|OpenType)|Type\s*\/XRef|Length1|FunctionType|ShadingType)\b/;
const BEGINNING_BYTES = 256;
/** XML as it begins: forms and metadata. */
const XML = /^(?:\u00ef\u00bb\u00bf)?\s*<[?!a-z]/i;
const HEXADECIMAL = /^[0-9a-fA-F\s]{4,}$/;
const ESCAPE = /\\(?:([0-7]{1,3})|(\r\n?|\n)|([^]))/g;
const SIGNS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
/** What fonts of every writer say. */
const NAMES_OF_FONTS = ['Adobe', 'Identity', 'UCS'];
const hasText = /[\p{L}\p{N}]{3}/u;

/** Words of what is known, with those parts of them that a colon joins. */
const wordsOf = (text: string): readonly string[] => text.split(/[\s:]+/).filter((word) => word !== '');

/**
 * Texts of a PDF that its library does not return, read from the objects themselves: XFA forms, fields that no page shows, captions, addresses, metadata of objects,
 * private data of programs, and earlier versions of objects. An encrypted document has none.
 * @param known the texts that the library returned; a string is left out when they contain all of its words
 */
export function textsOfObjects(bytes: Uint8Array, known: readonly string[], budget: Budget): readonly string[] {
  const file = asBuffer(bytes);
  if (file.includes('/Encrypt')) return [];
  const words = new Set([...NAMES_OF_FONTS, ...known.flatMap((text) => wordsOf(text))]);
  const found = new Set<string>();
  const add = (text: string) => {
    if (hasText.test(text) && !wordsOf(text).every((word) => words.has(word))) found.add(text);
  };
  for (const { head, stream } of objectsOf(file)) {
    for (const text of stringsIn(head)) add(text);
    if (stream === undefined) continue;
    const isObjects = OBJECT_STREAM.test(head);
    if (!isObjects && (BINARY.test(head) || !XML.test(beginningOf(stream, head)))) continue;
    const content = unpackedStream(stream, head, budget);
    if (isObjects) for (const text of stringsIn(content.toString('latin1'))) add(text);
    else add(content.toString());
  }
  return [...found];
}

/** Every object that is not in a stream of objects: its dictionary as it is written, and its stream. */
function* objectsOf(file: Buffer): Iterable<{ readonly head: string; readonly stream?: Buffer }> {
  let lastEnd = -1;
  for (let at = file.indexOf(OBJECT); at >= 0; at = file.indexOf(OBJECT, at)) {
    const from = at + OBJECT.length;
    // A file without this mark is not searched for it again and again.
    if (lastEnd < from) lastEnd = endOf(file, END_OF_OBJECT, from);
    const end = lastEnd;
    const keyword = streamIn(file, from, end);
    if (keyword < 0) {
      yield { head: file.toString('latin1', from, end) };
      at = end;
    } else {
      at = endOf(file, END_OF_STREAM, keyword);
      yield { head: file.toString('latin1', from, keyword), stream: file.subarray(keyword + STREAM.length, at) };
    }
  }
}

/** Where the keyword stands that a line end follows. */
function streamIn(file: Buffer, from: number, end: number): number {
  const area = file.subarray(from, end);
  for (let at = area.indexOf(STREAM); at >= 0; at = area.indexOf(STREAM, at + 1)) {
    const next = area[at + STREAM.length];
    if (next === 0x0a || next === 0x0d) return from + at;
  }
  return -1;
}

function endOf(file: Buffer, mark: Buffer, from: number): number {
  const at = file.indexOf(mark, from);
  return at < 0 ? file.length : at;
}

/** The strings of a dictionary: in brackets, which may hold others, or of hexadecimal digits. */
function* stringsIn(source: string): Iterable<string> {
  for (let at = 0; at < source.length; at += 1) {
    if (source[at] === '(') {
      const end = endOfString(source, at);
      if (end < 0) return;
      yield textOf(unescaped(source.slice(at + 1, end)));
      at = end;
    } else if (source[at] === '<') {
      if (source[at + 1] === '<') {
        at += 1;
        continue;
      }
      const end = source.indexOf('>', at);
      if (end < 0) return;
      const digits = source.slice(at + 1, end);
      if (HEXADECIMAL.test(digits)) yield textOf(Buffer.from(digits.replaceAll(/\s/g, ''), 'hex'));
      at = end;
    }
  }
}

function endOfString(source: string, start: number): number {
  let depth = 0;
  for (let at = start; at < source.length; at += 1) {
    const sign = source[at];
    if (sign === '\\') at += 1;
    else if (sign === '(') depth += 1;
    else if (sign === ')') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}

/** A line end follows the keyword. */
const packedIn = (stream: Buffer): Buffer => stream.subarray(stream[0] === 0x0d ? 2 : 1);

/** Most streams are pages and pictures, of which no more is unpacked. */
function beginningOf(stream: Buffer, head: string): string {
  const beginning = packedIn(stream).subarray(0, BEGINNING_BYTES);
  if (!DEFLATED.test(head)) return FILTERED.test(head) ? '' : beginning.toString('latin1');
  try {
    return inflateSync(beginning, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1', 0, BEGINNING_BYTES);
  } catch {
    return '';
  }
}

/** The bytes of a stream; none when another filter packed them or they are damaged. @throws Unreadable over_bound */
function unpackedStream(stream: Buffer, head: string, budget: Budget): Buffer {
  const packed = packedIn(stream);
  if (!DEFLATED.test(head)) return FILTERED.test(head) ? Buffer.alloc(0) : packed;
  try {
    return unpacked(inflateSync, packed, budget);
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    return Buffer.alloc(0);
  }
}

const unescaped = (string: string): Buffer =>
  Buffer.from(
    string.replaceAll(ESCAPE, (_whole, octal?: string, lineEnd?: string, sign = '') =>
      octal !== undefined ? String.fromCharCode(Number.parseInt(octal, 8) & 0xff) : lineEnd !== undefined ? '' : (SIGNS[sign] ?? sign),
    ),
    'latin1',
  );

const CYRILLIC = new TextDecoder('windows-1251');

/** Strings are UTF-16 or UTF-8 behind a mark; others are Western, or what old programs took for it: then both readings count. */
function textOf(bytes: Buffer): string {
  const [first, second, third] = bytes;
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes.subarray(2));
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes.subarray(2));
  if (first === 0xef && second === 0xbb && third === 0xbf) return bytes.toString('utf8', 3);
  const western = bytes.toString('latin1');
  return bytes.some((byte) => byte >= 0xc0) ? `${western} ${CYRILLIC.decode(bytes)}` : western;
}
