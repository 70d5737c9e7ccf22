import type { Span } from '../text/spans.ts';
import type { DecodedText } from './decoded-text.ts';
import { HEX, isEncodedByte } from './find-percent.ts';

/** Decodes a word with percent-encoded bytes, once: what they hold is not decoded again. */
export function decodePercent(text: Uint8Array, { start, end }: Span, to: DecodedText): void {
  const bytes = new Uint8Array(end - start);
  const origins = new Int32Array(end - start + 1);
  let length = 0;
  for (let at = start; at < end; ) {
    origins[length] = at;
    const isEncoded = at + 2 < end && isEncodedByte(text, at);
    bytes[length++] = isEncoded ? ((HEX[text[at + 1] ?? 0] ?? 0) << 4) | (HEX[text[at + 2] ?? 0] ?? 0) : (text[at] ?? 0);
    at += isEncoded ? 3 : 1;
  }
  origins[length] = end;
  to.add(bytes.subarray(0, length), {
    coding: 'percent',
    originOf: (byte) => ({ start: origins[byte] ?? end, end: origins[byte + 1] ?? end }),
    lineEnd: () => end,
  });
}
