import { isAscii, isUtf8 } from 'node:buffer';
import { type OnHead, scanHeads } from '../automaton/scan.ts';
import type { Automaton } from '../automaton/automaton.ts';
import { markLength, nextHigh } from '../text/detect-encoding.ts';
import { hasUtf16Bytes } from '../text/readings.ts';
import { segmentedView } from '../text/segmented-view.ts';
import { CYRILLIC_ENCODINGS, type SingleByteEncoding } from '../text/single-byte.ts';
import type { Span } from '../text/spans.ts';

/** Where more of a document is around such bytes, it is read whole: that takes no longer. */
const MOST_AROUND = 1 / 4;

/** All in which documents are read. */
const ENCODINGS: readonly SingleByteEncoding[] = ['latin-1', ...CYRILLIC_ENCODINGS];

/**
 * The text around bytes beyond ASCII of a document that is neither UTF-8 nor UTF-16 and has few of them, such as names of authors in Latin-1:
 * in whichever single-byte encoding it is read, all other text is ASCII. undefined for any other document.
 * @param reach bytes of the longest literal
 */
export function aroundSingleBytes(bytes: Uint8Array, reach: number): readonly Span[] | undefined {
  if (isAscii(bytes) || isUtf8(bytes) || hasUtf16Bytes(bytes) || markLength(bytes) > 0) return undefined;
  const parts: { start: number; end: number }[] = [];
  let sum = 0;
  for (let at = nextHigh(bytes, 0); at < bytes.length; at = nextHigh(bytes, at + 1)) {
    const last = parts.at(-1);
    const start = Math.max(0, at - reach);
    const end = Math.min(bytes.length, at + 1 + reach);
    sum += end - Math.max(start, last?.end ?? 0);
    if (sum > bytes.length * MOST_AROUND) return undefined;
    if (last !== undefined && start <= last.end) last.end = end;
    else parts.push({ start, end });
  }
  return parts;
}

/** Whether the head of a literal is in these parts, read in any single-byte encoding. */
export function hasHeadIn(automaton: Automaton, bytes: Uint8Array, parts: readonly Span[]): boolean {
  let isFound = false;
  const onHead: OnHead = () => {
    isFound = true;
  };
  return ENCODINGS.some((encoding) => {
    const stretches = parts.map(({ start, end }) => ({ start, end, encoding }));
    scanHeads(automaton, segmentedView(encoding, bytes, stretches).utf8, onHead);
    return isFound;
  });
}
