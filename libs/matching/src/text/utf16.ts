import { UTF16_MARK_BYTES } from './detect-encoding.ts';
import { byStart, mergeSpans, type Span } from './spans.ts';

export type Utf16Encoding = 'utf-16le' | 'utf-16be';

/** Shorter runs stand in every program by chance. */
const LEAST_UNITS = 3;
/** Letters of other scripts interrupt a run of the scripts below: what is between two runs so near to each other is text as well. */
const GAP_BYTES = 32;
/** With more runs in a document than this all of it is read in both byte orders, so that listing them takes little memory. */
const MAX_RUNS = 65_536;

/** High bytes of the characters that Latin and Russian texts are made of, and the units that are such characters. */
function textUnits(): { readonly isHigh: Uint8Array; readonly isText: Uint8Array } {
  const isHigh = new Uint8Array(256);
  const isText = new Uint8Array(0x10000);
  const allow = (from: number, to = from) => {
    for (let unit = from; unit <= to; unit++) {
      isText[unit] = 1;
      isHigh[unit >> 8] = 1;
    }
  };
  allow(0x09, 0x0d);
  allow(0x20, 0x7e);
  allow(0xa0, 0xff);
  allow(0x400, 0x4ff);
  // Dashes, quotation marks, the bullet, the ellipsis, the numero sign.
  for (const sign of [0x2013, 0x2014, 0x2018, 0x2019, 0x201a, 0x201c, 0x201d, 0x201e, 0x2022, 0x2026, 0x2116]) allow(sign);
  return { isHigh, isText };
}

const { isHigh: IS_HIGH, isText: IS_TEXT } = textUnits();

/** Whether a unit of UTF-16 is a character of Latin or Russian text. */
export const isUtf16Text = (high: number, low: number): boolean => IS_TEXT[(high << 8) | low] === 1;

/** Whether a byte is the higher one of any such unit. */
export const isUtf16High = (byte: number): boolean => IS_HIGH[byte] === 1;

/** Parts of a document that are not Latin or Russian text when all of it is read as UTF-16 from `start` on. */
export function outsideOfUtf16(bytes: Uint8Array, encoding: Utf16Encoding, start: number): readonly Span[] {
  const high = encoding === 'utf-16le' ? 1 : 0;
  const outside: { start: number; end: number }[] = [];
  for (let at = start; at < bytes.length; at += 2) {
    if (isUtf16Text(bytes[at + high] ?? 0, bytes[at + 1 - high] ?? 0)) continue;
    const last = outside.at(-1);
    const end = Math.min(bytes.length, at + 2);
    if (last !== undefined && at - last.end <= GAP_BYTES) last.end = end;
    else outside.push({ start: at, end });
  }
  return outside;
}

/** Collects units that follow one another, at even and at odd places. */
class Runs {
  readonly found: Span[] = [];
  readonly #starts = [0, 0];
  readonly #ends = [-1, -1];

  add(start: number): void {
    const parity = start & 1;
    if (this.#ends[parity] !== start) {
      this.#close(parity);
      this.#starts[parity] = start;
    }
    this.#ends[parity] = start + 2;
  }

  finish(): readonly Span[] {
    this.#close(0);
    this.#close(1);
    return this.found.sort(byStart);
  }

  #close(parity: number): void {
    const start = this.#starts[parity] ?? 0;
    const end = this.#ends[parity] ?? -1;
    if (end - start >= 2 * LEAST_UNITS) this.found.push({ start, end });
  }
}

/** Says which spans are inside of one of `others`; both are sorted. */
function insideOf(others: readonly Span[]): (span: Span) => boolean {
  let next = 0;
  let furthest = -1;
  return ({ start, end }) => {
    for (let other = others[next]; other !== undefined && other.start <= start; other = others[++next])
      furthest = Math.max(furthest, other.end);
    return end <= furthest;
  };
}

/** Joins runs of one parity that are near to each other. */
function joinedRuns(spans: readonly Span[]): readonly Span[] {
  const ofParity = (parity: number) =>
    mergeSpans(
      spans.filter(({ start }) => (start & 1) === parity),
      GAP_BYTES,
    );
  return [...ofParity(0), ...ofParity(1)].sort(byStart);
}

export interface Utf16Stretches {
  /** Stretches of one encoding, sorted by start; the more likely ones first. */
  readonly read: readonly { readonly encoding: Utf16Encoding; readonly spans: readonly Span[] }[];
  /** The characters that are in UTF-16 for certain, sorted by start. */
  readonly certain: readonly Span[];
}

/**
 * Finds the stretches of a document that read as Latin or Russian text in UTF-16, at even and odd places, whatever is around them.
 * A text in one byte order mostly is one in the other too, a byte further: both are read, since a NUL byte before the text makes the wrong
 * one longer.
 * @param own the encoding of the whole document; what is inside of its characters is not read in another way
 */
export function utf16Stretches(bytes: Uint8Array, own: Utf16Encoding | undefined): Utf16Stretches {
  const little = new Runs();
  const big = new Runs();
  const start = own === undefined ? 0 : UTF16_MARK_BYTES;
  for (let at = start; at < bytes.length; at++) {
    const high = bytes[at] ?? 0;
    if (IS_HIGH[high] === 0) continue;
    if (at > start && IS_TEXT[(high << 8) | (bytes[at - 1] ?? 0)] === 1) little.add(at - 1);
    if (at + 1 < bytes.length && IS_TEXT[(high << 8) | (bytes[at + 1] ?? 0)] === 1) big.add(at);
    if (little.found.length + big.found.length > MAX_RUNS) return everything(bytes.length);
  }
  const [le, be] = [little.finish(), big.finish()];
  const [isInBig, isInLittle] = [insideOf(be), insideOf(le)];
  const ofLittle = { encoding: 'utf-16le' as const, ...apart(le, isInBig) };
  const ofBig = { encoding: 'utf-16be' as const, ...apart(be, isInLittle) };
  const isOwn = (encoding: Utf16Encoding) => (span: Span) => encoding === own && (span.start & 1) === 0;
  const likely = [ofLittle, ofBig].map(({ encoding, outer }) => ({ encoding, spans: outer.filter((span) => !isOwn(encoding)(span)) }));
  const unlikely = own === undefined ? [ofLittle, ofBig].map(({ encoding, inner }) => ({ encoding, spans: inner })) : [];
  return {
    read: [...likely, ...unlikely].map(({ encoding, spans }) => ({ encoding, spans: joinedRuns(spans) })),
    certain: mergeSpans([...le, ...be].sort(byStart)),
  };
}

function apart(runs: readonly Span[], isInner: (span: Span) => boolean): { readonly outer: Span[]; readonly inner: Span[] } {
  const outer: Span[] = [];
  const inner: Span[] = [];
  for (const run of runs) (isInner(run) ? inner : outer).push(run);
  return { outer, inner };
}

function everything(length: number): Utf16Stretches {
  const spans = [0, 1].map((start) => ({ start, end: start + 2 * Math.floor((length - start) / 2) }));
  return {
    read: (['utf-16le', 'utf-16be'] as const).map((encoding) => ({ encoding, spans })),
    certain: [],
  };
}
