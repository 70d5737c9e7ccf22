import { readingsOf } from '../text/readings.ts';
import { decodeText, decodeUtf8 } from '../text/text-view.ts';
import { withDecoded } from './encoded-stretches.ts';

/**
 * The texts in which a document is matched: as it is written, then in each encoding in which a part of it may be, what is encoded in it, and what its
 * markup brings together. The first one is cheap.
 */
export function* documentTexts(bytes: Uint8Array): Generator<string> {
  yield decodeText(bytes);
  for (const { utf8 } of withDecoded(readingsOf(bytes), bytes)) yield decodeUtf8(utf8);
}
