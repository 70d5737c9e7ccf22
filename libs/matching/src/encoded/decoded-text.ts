import { isAscii, isUtf8 } from 'node:buffer';
import { asOneClass } from '../text/one-class.ts';
import { readingsOf } from '../text/readings.ts';
import type { Span } from '../text/spans.ts';
import { decodeUtf8 } from '../text/text-view.ts';
import type { Inside, ReadSpan, TextView } from '../text/views.ts';
import { base64Origins } from './decode-base64.ts';
import { escapedOrigins } from './decode-escaped.ts';
import { NumberList } from './number-list.ts';
import type { Origins, StretchOrigins } from './origins.ts';
import { CODINGS, type EncodedStretch } from './stretch-list.ts';

/** What an event shows of the text around a match, on each side, and of a match that is long. */
const AROUND_BYTES = 256;
const MATCH_BYTES = 2048;

type Kind = EncodedStretch['coding'];

/** A part of what was decoded, and the stretch that holds it. */
interface Piece extends Span {
  readonly coding: Kind;
  readonly stretch: Span;
  /** Which bytes of the stretch these are, as its kind says it. */
  readonly detail: number;
}
/** A piece is kept as so many numbers: its start, its stretch with the kind, and the detail. Where its bytes come from is read again for one with a match. */
const NUMBERS = 4;
const KIND_BITS = 3;

/** Between pieces: no word, domain or line goes on behind it. The first is for texts whose bytes are not all of one encoding. */
const CONTROLLED = Buffer.from('\n\u0001\n');
const LINE = Buffer.from('\n');

/**
 * A reading of some pieces, with a separator at its ends too: no piece begins the text. Otherwise what `^` of an expression finds would depend on which
 * other pieces are read.
 */
function apart(view: TextView): TextView {
  const within = (place: number) => Math.min(view.utf8.length, Math.max(0, place - LINE.length));
  return { ...view, utf8: Buffer.concat([LINE, view.utf8, LINE]), toOriginal: (place) => view.toOriginal(within(place)) };
}

/** Pieces one behind the other, as a document of their own. */
class Pieces {
  readonly #pieces = new NumberList();
  readonly #separator: Uint8Array;
  #bytes = new Uint8Array(0);
  #length = 0;
  #last: (Pick<Piece, 'coding' | 'stretch'> & { readonly origins: StretchOrigins }) | undefined;

  constructor(separator: Uint8Array) {
    this.#separator = separator;
  }

  add(bytes: Uint8Array, coding: Kind, stretch: Span, detail: number): void {
    const start = this.#length + this.#separator.length;
    const end = start + bytes.length;
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(2 * end);
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#bytes.set(this.#separator, this.#length);
    this.#bytes.set(bytes, start);
    this.#length = end;
    this.#pieces.push(start);
    this.#pieces.push(stretch.start);
    this.#pieces.push(((stretch.end - stretch.start) << KIND_BITS) | CODINGS.indexOf(coding));
    this.#pieces.push(detail);
  }

  /** The readings of what was decoded; their places lead back to the document of which `source` is a reading. */
  views(source: TextView): readonly TextView[] {
    if (this.#length === 0) return [];
    // With a separator at the end as well: no piece is the end of the text.
    const all = Buffer.concat([this.#bytes.subarray(0, this.#length), this.#separator]);
    const [own, ...others] = readingsOf(all);
    const readings = own === undefined ? [] : [own, ...others.map(apart)];
    return readings.map((view) => ({
      encoding: view.encoding,
      utf8: view.utf8,
      toOriginal: (place) => this.#spanOf(view, source, { start: place, end: place + 1 }).start,
      // Never asked for: excerpts are made of the document's own text.
      fromOriginal: () => 0,
      place: (span) => this.#spanOf(view, source, span),
    }));
  }

  #spanOf(view: TextView, source: TextView, span: Span): ReadSpan {
    const from = view.toOriginal(span.start);
    const piece = this.#pieceAt(from);
    if (piece === undefined) return { start: 0, end: 0 };
    const limit = (byte: number) => Math.min(piece.end - 1, Math.max(piece.start, byte)) - piece.start;
    const { originOf, lineEnd } = this.#originsOf(piece, asOneClass(source.utf8));
    const start = originOf(limit(from)).start;
    const end = originOf(limit(view.toOriginal(span.end) - 1)).end;
    const { encoding } = source;
    return {
      start: source.toOriginal(start),
      end: source.toOriginal(end),
      ...(encoding !== 'utf-8' && encoding !== 'binary' && { encoding }),
      inside: { coding: piece.coding, at: source.toOriginal(lineEnd(end)), ...textAround(view, span, piece) },
    };
  }

  #pieceAt(byte: number): Piece | undefined {
    const pieces = this.#pieces;
    let low = 0;
    let high = pieces.length / NUMBERS;
    if (high === 0) return undefined;
    while (low + 1 < high) {
      const middle = (low + high) >>> 1;
      if (pieces.at(NUMBERS * middle) <= byte) low = middle;
      else high = middle;
    }
    const at = NUMBERS * low;
    const start = pieces.at(at + 1);
    const packed = pieces.at(at + 2);
    return {
      start: pieces.at(at),
      end: at + NUMBERS < pieces.length ? pieces.at(at + NUMBERS) - this.#separator.length : this.#length,
      coding: CODINGS[packed & ((1 << KIND_BITS) - 1)] ?? 'base64',
      stretch: { start, end: start + (packed >>> KIND_BITS) },
      detail: pieces.at(at + 3),
    };
  }

  /** What was read of the last stretch is kept: a long one may hold many matches. */
  #originsOf({ coding, stretch, detail }: Piece, text: Uint8Array): Origins {
    const isLast = this.#last?.coding === coding && this.#last.stretch.start === stretch.start && this.#last.stretch.end === stretch.end;
    if (this.#last === undefined || !isLast) {
      const origins = coding === 'base64' ? base64Origins(text, stretch) : escapedOrigins(coding, text, stretch);
      this.#last = { coding, stretch, origins };
    }
    return this.#last.origins(detail);
  }
}

const SPACES = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
const oneLine = (utf8: Uint8Array): string => decodeUtf8(utf8).replace(SPACES, ' ');

/** What is around a place of a view that reads a part of some bytes; `piece` is the part in these bytes. */
export function textAround({ utf8, toOriginal }: TextView, { start, end }: Span, piece: Span): Pick<Inside, 'before' | 'match' | 'after'> {
  let from = start;
  while (from > 0 && start - from < AROUND_BYTES && toOriginal(from - 1) >= piece.start) from--;
  let to = end;
  while (to < utf8.length && to - end < AROUND_BYTES && toOriginal(to) < piece.end) to++;
  return {
    before: oneLine(utf8.subarray(from, start)).replace(/^\ufffd+/, ''),
    match: oneLine(utf8.subarray(start, Math.min(end, start + MATCH_BYTES))),
    after: oneLine(utf8.subarray(end, to)).replace(/\ufffd+$/, ''),
  };
}

/** Collects what was decoded, apart by the kinds of text, so that none changes how another is read. */
export class DecodedText {
  readonly #plain = new Pieces(CONTROLLED);
  readonly #wide = new Pieces(CONTROLLED);
  readonly #other = new Pieces(LINE);

  /** Takes bytes that a stretch of the document holds. They are copied. */
  add(bytes: Uint8Array, coding: Kind, stretch: Span, detail: number): void {
    const isWide = bytes.includes(0) || bytes.includes(4);
    const pieces = isWide ? this.#wide : isAscii(bytes) || isUtf8(bytes) ? this.#plain : this.#other;
    pieces.add(bytes, coding, stretch, detail);
  }

  views(source: TextView): readonly TextView[] {
    return [this.#plain, this.#wide, this.#other].flatMap((pieces) => pieces.views(source));
  }
}
