import type { Span } from '../text/spans.ts';
import type { DecodedText } from './decoded-text.ts';
import type { Escape } from '../text/views.ts';
import { READERS } from './escapes.ts';

/** Decodes a word with escapes of one kind, once: what they stand for is not decoded again. */
export function decodeEscaped(kind: Escape, text: Uint8Array, { start, end }: Span, to: DecodedText): void {
  const { first, at: read } = READERS[kind];
  // An escape is longer than the UTF-8 of its character.
  const bytes = new Uint8Array(end - start);
  const origins = new Int32Array(end - start);
  const ends = new Int32Array(end - start);
  let length = 0;
  for (let at = start; at < end; ) {
    const found = text[at] === first ? read(text, at) : undefined;
    const escaped = found !== undefined && at + found.length <= end ? found : undefined;
    const next = at + (escaped?.length ?? 1);
    for (const byte of escaped?.bytes ?? text.subarray(at, at + 1)) {
      origins[length] = at;
      ends[length] = next;
      bytes[length++] = byte;
    }
    at = next;
  }
  if (length === 0) return;
  to.add(bytes.subarray(0, length), {
    coding: kind,
    originOf: (byte) => ({ start: origins[byte] ?? end, end: ends[byte] ?? end }),
    lineEnd: () => end,
  });
}
