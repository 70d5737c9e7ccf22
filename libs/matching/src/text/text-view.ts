import { UTF16_MARK_BYTES, detectEncoding, markLength } from './detect-encoding.ts';
import { segmentedView } from './segmented-view.ts';
import type { TextView } from './views.ts';

/** `utf-8` here also reads binaries: every broken byte becomes U+FFFD. Marks are cut off before. */
const utf8Decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Text of a part of a view's UTF-8. */
export function decodeUtf8(utf8: Uint8Array): string {
  return utf8Decoder.decode(utf8);
}

/** A document as its own bytes, without a byte order mark. */
export function bytesAsText(encoding: 'utf-8' | 'binary', bytes: Uint8Array): TextView {
  const mark = encoding === 'utf-8' ? markLength(bytes) : 0;
  return {
    encoding,
    utf8: mark === 0 ? bytes : bytes.subarray(mark),
    toOriginal: (offset) => offset + mark,
    fromOriginal: (offset) => Math.max(0, offset - mark),
  };
}

/**
 * Reads a document as UTF-8 text, by its detected encoding. UTF-8 and binary documents are the bytes themselves, less a byte order mark;
 * the rare others are written anew, in memory proportional to the document.
 */
export function viewText(bytes: Uint8Array): TextView {
  const encoding = detectEncoding(bytes);
  if (encoding === 'utf-8' || encoding === 'binary') return bytesAsText(encoding, bytes);
  const start = encoding === 'utf-16le' || encoding === 'utf-16be' ? UTF16_MARK_BYTES : 0;
  return segmentedView(encoding, bytes, [{ start, end: bytes.length, encoding }]);
}

/** The whole document as text, by its detected encoding, without a byte order mark. Never fails. */
export function decodeText(bytes: Uint8Array): string {
  return decodeUtf8(viewText(bytes).utf8);
}
