import { asOneClass } from '../text/one-class.ts';
import { readingsOf } from '../text/readings.ts';
import { segmentedView } from '../text/segmented-view.ts';
import { CYRILLIC_ENCODINGS } from '../text/single-byte.ts';
import type { Span } from '../text/spans.ts';
import type { ReadSpan, TextView } from '../text/views.ts';
import { textAround } from '../encoded/decoded-text.ts';
import { isPage } from './is-page.ts';
import type { PageLine } from './page-lines.ts';
import { PageReader, type PageState } from './read-page.ts';

const NEWLINE = 0x0a;
/** Between two lines, so that none goes on in the next one; in a page of several encodings a control character would hide letters. */
const CONTROLLED = Buffer.from('\n\u0001\n');
const NEXT_LINE = Buffer.from('\n');
/** Lines are read again to find where a match comes from: so many bytes of them at most. */
const CHAPTER_BYTES = 16 * 1024;

/** An excerpt shows what a line says behind that of the source, unless its end is further away. */
const LINE_REST_MAX = 256;

/** Where a line is in the text of its page. */
interface PlacedLine extends Span {
  readonly line: PageLine;
}

/** The lines of a page, one behind the other. Where they come from is found by reading some of them again, since few hold a match. */
class PageText {
  readonly bytes: Uint8Array;
  readonly #source: Uint8Array;
  readonly #separator: Uint8Array;
  /** From time to time, where a line begins in `bytes`, and how to read on there. */
  readonly #chapters: { readonly start: number; readonly state: PageState }[] = [];
  #last: PlacedLine | undefined;

  constructor(source: Uint8Array, separator: Uint8Array) {
    this.#source = source;
    this.#separator = separator;
    const reader = new PageReader(source);
    let bytes = new Uint8Array(0);
    let length = 0;
    let chapter = 0;
    for (let line = reader.next(); line !== undefined; line = reader.next()) {
      const end = length + separator.length + line.bytes.length;
      if (end + separator.length > bytes.length) {
        const larger = new Uint8Array(2 * (end + separator.length));
        larger.set(bytes.subarray(0, length));
        bytes = larger;
      }
      bytes.set(separator, length);
      bytes.set(line.bytes, length + separator.length);
      length = end;
      if (length - chapter < CHAPTER_BYTES) continue;
      chapter = length;
      this.#chapters.push({ start: length, state: reader.state });
    }
    if (length > 0) bytes.set(separator, length);
    // With a separator at the end as well: no line is the end of the text.
    this.bytes = length === 0 ? bytes : bytes.subarray(0, length + separator.length);
  }

  /** The line that holds a byte of the text. */
  lineAt(byte: number): PlacedLine | undefined {
    if (this.#last !== undefined && byte >= this.#last.start && byte < this.#last.end) return this.#last;
    const { start, state } = this.#chapters.findLast((one) => one.start <= byte) ?? { start: 0, state: undefined };
    const reader = new PageReader(this.#source, state);
    let from = start;
    for (let line = reader.next(); line !== undefined; line = reader.next()) {
      const begin = from + this.#separator.length;
      from = begin + line.bytes.length;
      if (byte < from) return (this.#last = { start: begin, end: from, line });
    }
    return undefined;
  }
}

/** What the markup of a page makes of its text, as readings of the document: none where it is no page, or where its text stands in it as it is. */
export function pageViews(source: TextView | undefined): readonly TextView[] {
  if (source === undefined || !isPage(source.utf8)) return [];
  const text = asOneClass(source.utf8);
  const page = new PageText(text, source.encoding === 'binary' ? NEXT_LINE : CONTROLLED);
  if (page.bytes.length === 0) return [];
  return readingsOf(page.bytes).map((view) => {
    const place = (span: Span) => placeIn(page, view, span, source);
    return {
      encoding: view.encoding,
      utf8: view.utf8,
      isSecondary: true,
      toOriginal: (at) => place({ start: at, end: at + 1 }).start,
      // Never asked for: excerpts are made of the document's own text.
      fromOriginal: () => 0,
      place,
    };
  });
}

/**
 * The same of a document. A page in a single-byte encoding is read in every encoding of Russian, as its source is: which one it is cannot be detected.
 * @param own its reading by its detected encoding
 */
export function pagesOf(own: TextView, bytes: Uint8Array): readonly TextView[] {
  const isSingleByte = own.encoding === 'windows-1251' || own.encoding === 'latin-1';
  if (!isSingleByte || !isPage(own.utf8)) return pageViews(own);
  const others = CYRILLIC_ENCODINGS.filter((encoding) => encoding !== own.encoding);
  const read = others.map((encoding) => segmentedView(encoding, bytes, [{ start: 0, end: bytes.length, encoding }]));
  return [own, ...read].flatMap((view) => pageViews(view));
}

function placeIn(page: PageText, view: TextView, span: Span, source: TextView): ReadSpan {
  const from = view.toOriginal(span.start);
  const placed = page.lineAt(from);
  if (placed === undefined) return { start: 0, end: 0 };
  const { line } = placed;
  const within = (byte: number) => Math.min(placed.end - 1, Math.max(placed.start, byte)) - placed.start;
  const start = line.originOf(within(from)).start;
  const end = line.originOf(within(view.toOriginal(span.end) - 1)).end;
  const newline = source.utf8.subarray(end, end + LINE_REST_MAX).indexOf(NEWLINE);
  const { encoding } = source;
  return {
    start: source.toOriginal(start),
    end: source.toOriginal(end),
    ...(encoding !== 'utf-8' && encoding !== 'binary' && { encoding }),
    inside: {
      coding: 'html',
      at: source.toOriginal(end + Math.max(0, newline)),
      ...textAround(view, span, placed),
    },
  };
}
