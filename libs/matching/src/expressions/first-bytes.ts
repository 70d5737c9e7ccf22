import { asOneClass } from '../text/one-class.ts';
import type { Span } from '../text/spans.ts';
import type { Positions } from './positions.ts';

/** One bit for each byte of the beginning, in the integers of the processor. */
const MOST_BYTES = 32;
/** A shorter beginning lets so few bytes be passed over that the engine's automaton is as fast. */
const LEAST_BYTES = 8;
/** In a text of which more bytes than this share would be read, every byte is read once by the engine instead: it takes as long. */
const MOST_READ = 1 / 2;

/** The bytes with which every match of an expression begins, as far as they are known from its positions. */
export interface FirstBytes {
  /** How many of them are known, LEAST_BYTES to MOST_BYTES. */
  readonly length: number;
  /** By byte: where in the beginning it may be. The first byte has the highest of `length` bits. */
  readonly takes: Int32Array;
}

/** null where too little is known of the beginnings. */
export function firstBytesOf({ positions, first, last, takesNothing }: Positions): FirstBytes | null {
  const layers: ReadonlySet<number>[] = [];
  for (let layer = first; !takesNothing && layer.size > 0 && layers.length < MOST_BYTES; ) {
    layers.push(layer);
    if ([...layer].some((at) => last.has(at))) break;
    layer = new Set([...layer].flatMap((at) => [...(positions[at]?.follow ?? [])]));
  }
  const { length } = layers;
  if (length < LEAST_BYTES) return null;
  const takes = new Int32Array(256);
  for (const [number, layer] of layers.entries())
    for (const at of layer) for (const byte of positions[at]?.bytes ?? []) takes[byte] = (takes[byte] ?? 0) | (1 << (length - 1 - number));
  return { length, takes };
}

/** Where matches may begin, in order, and from where on that is not known because too much was read. */
interface Beginnings {
  readonly starts: readonly number[];
  readonly known: number;
}

/**
 * Reads each window of the beginning's length from its end, as far as its bytes are those of some part of the beginning (the search BNDM, with sets of
 * bytes): most windows end at their first or second byte, and the whole window is passed over.
 */
function beginningsIn({ length, takes }: FirstBytes, bytes: Uint8Array): Beginnings {
  const text = asOneClass(bytes);
  const top = 1 << (length - 1);
  const starts: number[] = [];
  let left = text.length * MOST_READ;
  let start = 0;
  while (start + length <= text.length) {
    if (left < 0) return { starts, known: start };
    let at = start + length;
    let step = length;
    // The parts of the beginning that the bytes read so far may be, by where they start.
    for (let parts = -1; ; parts <<= 1) {
      parts &= takes[text[--at] ?? 0] ?? 0;
      if (parts === 0) break;
      if ((parts & top) === 0) continue;
      if (at === start) {
        starts.push(start);
        break;
      }
      step = at - start;
    }
    left -= start + length - at;
    start += step;
  }
  return { starts, known: text.length };
}

/**
 * The parts of a text that hold every match, with the bytes beside it that assertions look at. Those that overlap are one, so that no match is seen twice.
 * @param matchBytes of the longest match; Infinity where that is not known
 */
export function partsWithMatches(first: FirstBytes, text: Uint8Array, matchBytes: number, contextBytes: number): readonly Span[] {
  const { starts, known } = beginningsIn(first, text);
  const parts: { start: number; end: number }[] = [];
  const add = (start: number, end: number): void => {
    const last = parts.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else parts.push({ start, end });
  };
  for (const start of starts) add(Math.max(0, start - contextBytes), Math.min(text.length, start + matchBytes + contextBytes));
  if (known < text.length) add(Math.max(0, known - contextBytes), text.length);
  return parts;
}
