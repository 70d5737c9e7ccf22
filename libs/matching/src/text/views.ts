import type { SingleByteEncoding } from './single-byte.ts';
import type { Span } from './spans.ts';
import type { Utf16Encoding } from './utf16.ts';

/** Encodings in which stretches of a document are read. */
export type TextEncoding = 'utf-8' | Utf16Encoding | SingleByteEncoding;

/** A stretch of a document and how it is read. */
export interface Stretch extends Span {
  readonly encoding: TextEncoding;
}

/**
 * How characters are written by others: addresses, pages and XML, strings of programs and JSON; `composed` for letters that are written as several
 * characters, and words with invisible ones.
 */
export type Escape = 'percent' | 'entity' | 'unicode' | 'composed';
/** How something is encoded as characters; `html` for text whose parts the markup of a page brings together. */
export type Coding = 'base64' | Escape | 'html';

/** What an encoded stretch holds at the place of a match, on one line. */
export interface Inside {
  readonly coding: Coding;
  /** Where the encoded characters of the match's line end, in the original bytes. */
  readonly at: number;
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

/** A place in the original bytes of a document. */
export interface ReadSpan extends Span {
  /** The encoding in which it was found; undefined for that of the whole document. */
  readonly encoding?: TextEncoding;
  /** What the place holds, where it is encoded as characters (encoded/). */
  readonly inside?: Inside;
}

/** A document, or stretches of it, as UTF-8, which converts between its offsets and those in the original bytes. */
export interface TextView {
  /** `binary` for UTF-8 with anything else around it. */
  readonly encoding: TextEncoding | 'binary';
  readonly utf8: Uint8Array;
  toOriginal(offset: number): number;
  fromOriginal(offset: number): number;
  /** What it shows counts only where no other reading of the document shows it: the text of a page. */
  readonly isSecondary?: true;
  /** Where a part of the text comes from, when it is not written in the document as it is; `toOriginal` of both ends when left out. */
  readonly place?: (span: Span) => ReadSpan;
}
