import { viewSpans } from '../excerpt/lines.ts';
import { mergeSpans, type Span } from './spans.ts';
import { viewText } from './text-view.ts';

/** The text of a document as UTF-8, and where its matches are. */
export interface ReadText {
  readonly utf8: Uint8Array;
  /** In order, those that touch joined. */
  readonly spans: readonly Span[];
}

/**
 * Reads a document by its detected encoding.
 * @param spans byte offsets into the original bytes, as `match` gives them
 */
export function readText(bytes: Uint8Array, spans: readonly Span[]): ReadText {
  const view = viewText(bytes);
  return { utf8: view.utf8, spans: mergeSpans(viewSpans(view, spans)) };
}
