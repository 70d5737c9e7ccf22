import type { Span } from '../text/spans.ts';
import type { EncodedStretch } from './stretch-list.ts';

/** What an escape stands for, and how many bytes it takes. */
export interface Unescaped {
  readonly bytes: Uint8Array;
  readonly length: number;
}

/** Where decoded bytes come from. */
export interface Origins {
  /** The encoded characters of a decoded byte: places in the text that was decoded. */
  readonly originOf: (byte: number) => Span;
  /** The end of the line of an encoded place. */
  readonly lineEnd: (place: number) => number;
}
/** The same for the texts of one stretch, by their `detail`. */
export type StretchOrigins = (detail: number) => Origins;
/** Takes text that a stretch of a document holds: the bytes are valid until it returns. `detail` says which bytes of the stretch they are. */
export type OnDecoded = (bytes: Uint8Array, coding: EncodedStretch['coding'], stretch: Span, detail: number) => void;
