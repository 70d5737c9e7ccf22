import { decoderOf, pageOfLocale } from '../bytes.ts';
import { type Budget, type Part, textPart, Unreadable } from '../reader.ts';
import { ByteRun, Pieces } from './pieces.ts';
import { BYTES, CHARACTER_SETS, DESTINATIONS, type RtfPart, SIGNS, SKIPPED } from './rtf-destinations.ts';

/** Control word with its number, control sign, hexadecimal byte, brace, or text. */
const TOKEN = /\\'([0-9a-fA-F]{2})|\\([a-z]{1,32})(-?\d{1,10})? ?|\\([^a-z])|([{}])|[\r\n]+|([^\\{}\r\n]+)/g;
/** A font by its number, with its character set. */
const FONT = /\\f(\d{1,5})\b[^;]{0,200}?\\fcharset(\d{1,3})\b/g;
/** Tables of fonts stand at the beginning. */
const FONTS_WITHIN = 256 * 1024;
const DEPTH_MAX = 1_000;
/** Embedded objects: hexadecimal digits, in lines. */
const OBJECT = /\\objdata\b ?([0-9a-fA-F\s]+)/g;
/** Where the file begins in the data of an object, behind what says which program made it: a compound file or an archive. */
const FILE_STARTS = [Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('504b0304', 'hex')];

type Decoder = ReturnType<typeof decoderOf>;

interface Group {
  readonly skipped: boolean;
  readonly part: RtfPart;
  /** Characters that follow a `\u` for readers without Unicode. */
  readonly fallback: number;
  /** Of the code page of its font, where that names one. */
  readonly decoder?: Decoder | undefined;
  /** Collects hexadecimal digits of bytes. */
  readonly digits?: Pieces | undefined;
}

/** The text of a Rich Text document, what stands beside it, and files in it. No library for it is kept; the format of the text itself is small. */
export async function* readRtf(bytes: Uint8Array, budget: Budget): AsyncIterable<Part> {
  const source = Buffer.from(bytes).toString('latin1');
  const { texts: read, bytes: within } = textsOf(source);
  for (const [part, texts] of read) {
    const whole = texts.end();
    if (part !== 'text' && whole.trim() === '') continue;
    budget.takeBytes(Buffer.byteLength(whole));
    yield textPart(part, whole);
  }
  for (const one of within) {
    budget.takeBytes(one.length);
    yield { path: 'values', bytes: one, isText: true };
  }
  let count = 0;
  for (const [, digits = ''] of source.matchAll(OBJECT)) {
    const data = Buffer.from(digits.replaceAll(/\s/g, ''), 'hex');
    count += 1;
    if (data.length === 0) continue;
    budget.takeBytes(data.length);
    const starts = FILE_STARTS.map((mark) => data.indexOf(mark)).filter((at) => at >= 0);
    yield { path: `file ${count}`, bytes: data.subarray(Math.min(...starts, starts.length === 0 ? 0 : data.length)) };
  }
}

/** By the code page that the head names, or that of its language. */
function ownDecoder(head: string): Decoder {
  const language = Number(/\\deflang(\d{1,5})/.exec(head)?.[1] ?? 0);
  return decoderOf(/\\ansicpg(\d{3,5})/.exec(head)?.[1] ?? pageOfLocale(language));
}

function textsOf(source: string): { readonly texts: ReadonlyMap<RtfPart, Pieces>; readonly bytes: readonly Buffer[] } {
  const bytes: Buffer[] = [];
  const decoders = decodersOfFonts(source);
  const own = ownDecoder(source.slice(0, 1_000));
  const texts = new Map<RtfPart, Pieces>([['text', new Pieces()]]);
  const stack: Group[] = [];
  let group: Group = { skipped: false, part: 'text', fallback: 1 };
  let toSkip = 0;
  const pending = new ByteRun();
  const put = (found: string) => {
    const pieces = texts.get(group.part) ?? new Pieces();
    texts.set(group.part, pieces);
    pieces.write(found);
  };
  const flush = () => {
    if (!pending.isEmpty) put((group.decoder ?? own).decode(pending.take()));
  };
  const write = (found: string) => {
    flush();
    if (!group.skipped) put(found);
  };
  for (const [, hex, word, number, sign, brace, plain] of source.matchAll(TOKEN)) {
    if (hex !== undefined) {
      if (toSkip > 0) toSkip -= 1;
      else if (!group.skipped) pending.write(Number.parseInt(hex, 16));
    } else if (brace === '{') {
      flush();
      if (stack.length >= DEPTH_MAX) throw new Unreadable('over_bound');
      stack.push(group);
      if (group.digits !== undefined) group = { ...group, digits: undefined };
    } else if (brace === '}') {
      flush();
      const outer = stack.pop() ?? group;
      if (group.digits !== undefined && group.digits !== outer.digits) bytes.push(Buffer.from(group.digits.end(), 'hex'));
      // What ends here is a line of its part.
      if (outer.part !== group.part && !group.skipped) put('\n');
      group = outer;
    } else if (word === 'u' && number !== undefined) {
      write(String.fromCharCode(Number(number) & 0xffff));
      toSkip = group.fallback;
    } else if (word !== undefined) {
      const part = DESTINATIONS.get(word);
      if (word === 'uc') group = { ...group, fallback: Math.max(0, Number(number ?? 1)) };
      else if (SKIPPED.has(word)) group = { ...group, skipped: true };
      else if (BYTES.has(word)) group = { ...group, skipped: true, digits: new Pieces() };
      else if (word === 'f' && number !== undefined) {
        flush();
        group = { ...group, decoder: decoders.get(number) };
      } else if (word === 'deleted' && number !== '0') {
        // A word of which a part was deleted is whole without it.
        flush();
        group = { ...group, part: 'deleted' };
      } else if (part !== undefined) {
        group = { ...group, skipped: false, part };
        if (part === 'properties') put(`${word}: `);
      } else write(SIGNS.get(word) ?? '');
    } else if (sign === '*') {
      // What follows is not for every reader; the word behind says what it is.
      if (!group.skipped) group = { ...group, part: 'values' };
    } else if (sign !== undefined) write(sign === '~' ? ' ' : '\\{}'.includes(sign) ? sign : '');
    else if (plain !== undefined) {
      const kept = plain.slice(toSkip);
      toSkip = Math.max(0, toSkip - plain.length);
      group.digits?.write(kept);
      if (kept !== '') write(kept);
    }
  }
  flush();
  return { texts, bytes };
}

/** By the numbers of fonts; one for each code page, since it takes longer to make than to use. */
function decodersOfFonts(source: string): ReadonlyMap<string, Decoder> {
  const ofPages = new Map<number, Decoder>();
  const ofFonts = new Map<string, Decoder>();
  for (const [, font = '', set = ''] of source.slice(0, FONTS_WITHIN).matchAll(FONT)) {
    const page = CHARACTER_SETS[set];
    if (page === undefined) continue;
    const decoder = ofPages.get(page) ?? decoderOf(page);
    ofPages.set(page, decoder);
    ofFonts.set(font, decoder);
  }
  return ofFonts;
}
