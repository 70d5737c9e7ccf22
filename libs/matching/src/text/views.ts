import type { ReadSpan } from './described-view.ts';
import type { SingleByteEncoding } from './single-byte.ts';
import type { Span } from './spans.ts';
import type { Utf16Encoding } from './utf16.ts';

/** Encodings in which stretches of a document are read. */
export type TextEncoding = 'utf-8' | Utf16Encoding | SingleByteEncoding;

/** A stretch of a document and how it is read. */
export interface Stretch extends Span {
  readonly encoding: TextEncoding;
}

/** A document, or stretches of it, as UTF-8, which converts between its offsets and those in the original bytes. */
export interface TextView {
  /** `binary` for UTF-8 with anything else around it. */
  readonly encoding: TextEncoding | 'binary';
  readonly utf8: Uint8Array;
  toOriginal(offset: number): number;
  fromOriginal(offset: number): number;
  /** Where a part of the text comes from, when it is not written in the document as it is; `toOriginal` of both ends when left out. */
  readonly place?: (span: Span) => ReadSpan;
}
