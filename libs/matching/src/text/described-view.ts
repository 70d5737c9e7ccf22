import { sequenceLength } from './detect-encoding.ts';
import { isContinuation } from './fold.ts';
import { segmentedView } from './segmented-view.ts';
import { byStart, type Span } from './spans.ts';
import { ownReading } from './readings.ts';
import type { ReadSpan, Stretch, TextEncoding, TextView } from './views.ts';
import { isUtf16Text } from './utf16.ts';

/** How far around a place its encoding is looked for: more than an excerpt shows. */
const REACH_BYTES = 16_384;

const isPlausiblePair = (bytes: Uint8Array, at: number): boolean => {
  const lead = bytes[at] ?? 0;
  return (lead === 0xd0 || lead === 0xd1 || lead === 0xc2) && isContinuation(bytes[at + 1] ?? 0);
};
/** Two letters of Russian in UTF-8, one behind the other; a single one is there by accident in other encodings too. */
const isUtf8Word = (bytes: Uint8Array, at: number): boolean => at >= 0 && isPlausiblePair(bytes, at) && isPlausiblePair(bytes, at + 2);

function aroundSingleByte(bytes: Uint8Array, { start, end }: Span, floor: number, ceiling: number): Span {
  let from = start;
  while (from > floor && bytes[from - 1] !== 0 && !isUtf8Word(bytes, from - 4)) from--;
  let to = end;
  while (to < ceiling && bytes[to] !== 0 && !isUtf8Word(bytes, to)) to++;
  return { start: from, end: to };
}

function aroundUtf16(bytes: Uint8Array, { start, end }: Span, floor: number, ceiling: number, encoding: TextEncoding): Span {
  const high = encoding === 'utf-16le' ? 1 : 0;
  const isText = (at: number) => isUtf16Text(bytes[at + high] ?? 0, bytes[at + 1 - high] ?? 0);
  let from = start;
  while (from - 2 >= floor && isText(from - 2)) from -= 2;
  let to = end;
  while (to + 2 <= ceiling && isText(to)) to += 2;
  return { start: from, end: to };
}

function aroundUtf8(bytes: Uint8Array, { start, end }: Span, floor: number, ceiling: number): Span {
  const isAsciiText = (byte: number) => byte > 0 && byte < 0x80;
  const stepBack = (at: number): number => {
    if (isAsciiText(bytes[at - 1] ?? 0)) return 1;
    return [2, 3, 4].find((length) => at >= length && sequenceLength(bytes, at - length) === length) ?? 0;
  };
  let from = start;
  for (let step = stepBack(from); from > floor && step > 0; step = stepBack(from)) from -= step;
  let to = end;
  for (let step = 1; to < ceiling && step > 0; to += step) step = isAsciiText(bytes[to] ?? 0) ? 1 : sequenceLength(bytes, to);
  return { start: Math.max(floor, from), end: Math.min(ceiling, to) };
}

function around(bytes: Uint8Array, { encoding, ...span }: Stretch, floor: number, ceiling: number): Span {
  const [least, most] = [Math.max(floor, span.start - REACH_BYTES), Math.min(ceiling, span.end + REACH_BYTES)];
  if (encoding === 'utf-8') return aroundUtf8(bytes, span, least, most);
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return aroundUtf16(bytes, span, least, most, encoding);
  return aroundSingleByte(bytes, span, least, most);
}

/** Stretches in other encodings than the document's, around the `spans` that have one; a span inside of an earlier stretch has none. */
function foreignStretches(bytes: Uint8Array, spans: readonly ReadSpan[], first: number): readonly Stretch[] {
  const sorted = spans.toSorted(byStart);
  const stretches: Stretch[] = [];
  let floor = first;
  for (const [at, { start, end, encoding }] of sorted.entries()) {
    if (start < floor) continue;
    if (encoding !== undefined) {
      const next = sorted.slice(at + 1).find((other) => other.start >= end && other.encoding !== encoding);
      stretches.push({ ...around(bytes, { start, end, encoding }, floor, next?.start ?? bytes.length), encoding });
    }
    floor = Math.max(end, stretches.at(-1)?.end ?? first);
  }
  return stretches;
}

/** The document as text in which each of the places is readable: around it, the encoding is the one in which it was found. */
export function viewAround(bytes: Uint8Array, spans: readonly ReadSpan[]): TextView {
  const whole = ownReading(bytes);
  if (spans.every(({ encoding }) => encoding === undefined)) return whole;
  const own: TextEncoding = whole.encoding === 'binary' ? 'utf-8' : whole.encoding;
  const first = whole.toOriginal(0);
  const stretches: Stretch[] = [];
  let at = first;
  const addOwn = (end: number) => {
    // Units of UTF-16 begin at even places.
    const isApart = (own === 'utf-16le' || own === 'utf-16be') && at % 2 === 1;
    if (isApart && at < end) stretches.push({ start: at, end: ++at, encoding: 'utf-8' });
    if (at < end) stretches.push({ start: at, end, encoding: own });
  };
  for (const stretch of foreignStretches(bytes, spans, first)) {
    addOwn(stretch.start);
    stretches.push(stretch);
    at = stretch.end;
  }
  addOwn(bytes.length);
  return segmentedView(whole.encoding, bytes, stretches);
}
