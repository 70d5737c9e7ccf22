import type { Span } from '../text/spans.ts';
import type { Escape } from '../text/views.ts';
import { READERS } from './escapes.ts';
import type { OnDecoded, Origins, StretchOrigins, Unescaped } from './origins.ts';

/** Words are a few bytes: one array serves all of them. */
let scratch = new Uint8Array(4096);
/** Of a longer word the array is not kept. */
const KEPT_BYTES = 1024 * 1024;

/** The escape at a place of a word; undefined for a character that stands for itself. */
function escapeAt(kind: Escape, text: Uint8Array, at: number, end: number): Unescaped | undefined {
  const { first, at: read } = READERS[kind];
  const found = first === null || text[at] === first ? read(text, at) : undefined;
  return found !== undefined && at + found.length <= end ? found : undefined;
}

/** Decodes a word with escapes of one kind, once: what they stand for is not decoded again. */
export function decodeEscaped(kind: Escape, text: Uint8Array, stretch: Span, onDecoded: OnDecoded): void {
  const { start, end } = stretch;
  // An escape is at least as long as the UTF-8 of its character.
  let bytes = scratch;
  if (bytes.length < end - start) {
    bytes = new Uint8Array(end - start);
    if (bytes.length <= KEPT_BYTES) scratch = bytes;
  }
  let length = 0;
  for (let at = start; at < end; ) {
    const escaped = escapeAt(kind, text, at, end);
    if (escaped === undefined) bytes[length++] = text[at++] ?? 0;
    else {
      bytes.set(escaped.bytes, length);
      length += escaped.bytes.length;
      at += escaped.length;
    }
  }
  if (length > 0) onDecoded(bytes.subarray(0, length), kind, stretch, 0);
}

/** Decoded bytes between two places of a word from which it can be read on. */
const MARK_BYTES = 4096;

/** Where decoded bytes of a word come from: found by reading parts of it again, since few are asked for. */
export function escapedOrigins(kind: Escape, text: Uint8Array, { start, end }: Span): StretchOrigins {
  /** By number of a mark: the decoded byte and the place of the escape or character that holds it. */
  const marks = [{ byte: 0, at: start }];
  let length = 0;
  for (let at = start; at < end; ) {
    if (length >= marks.length * MARK_BYTES) marks.push({ byte: length, at });
    const escaped = escapeAt(kind, text, at, end);
    length += escaped?.bytes.length ?? 1;
    at += escaped?.length ?? 1;
  }
  const origins: Origins = {
    originOf: (byte) => {
      const mark = marks.findLast((one) => one.byte <= byte);
      let decoded = mark?.byte ?? 0;
      for (let at = mark?.at ?? start; at < end; ) {
        const escaped = escapeAt(kind, text, at, end);
        const next = at + (escaped?.length ?? 1);
        decoded += escaped?.bytes.length ?? 1;
        if (byte < decoded) return { start: at, end: next };
        at = next;
      }
      return { start: end, end };
    },
    lineEnd: () => end,
  };
  return () => origins;
}
