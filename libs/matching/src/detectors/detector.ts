import type { DetectorId, Severity } from '@leakwatch/vocabulary';
import type { Span } from '../text/spans.ts';
import type { CheckName } from './checks/checks.ts';

/** How a value is shown without showing it (mask.ts). */
export type MaskStyle = 'token' | 'address' | 'assignment' | 'behind' | 'card' | 'ending' | 'whole' | 'none';

/**
 * A format that can be recognised, as data. Its kind, and its name in each language, stand under its id in the vocabulary.
 * Samples are templates (samples.fixture.ts), so that no text in the shape of a secret is in the repository.
 */
export interface Detector {
  readonly id: DetectorId;
  readonly severity: Severity;
  /** Every match contains one of these texts, letter case ignored. Left out where `near` leads to the matches. */
  readonly marks?: readonly string[];
  /** Words of which one must stand at most NEAR_BYTES before or behind a match: the format alone says too little. */
  readonly near?: readonly string[];
  /** For the linear engine, letter case kept. The whole match is what leaked. */
  readonly expression: string;
  /**
   * Finds the matches where an expression cannot, in a text with one of the marks; the expression says to people what leads to them. `starts` gives
   * the places of the marks in the order of the text, null when they are too many to be known. In UTF-16 code units.
   */
  readonly find?: (text: string, starts: () => readonly number[] | null) => readonly Span[];
  /** What of a match stands before the secret, where no sign says so: the check reads what is behind it, the mask `behind` shows it. */
  readonly head?: RegExp;
  /** What of a match stands behind the secret, besides a quote or the end of a tag. */
  readonly tail?: RegExp;
  /** Fewest bits for each character of the match behind its mark; ENTROPY_MIN when left out, 0 for no test. */
  readonly entropy?: number;
  readonly check?: CheckName;
  /** What fails the check is no match; without it such a match is kept as a look-alike of the severity `low`. */
  readonly checkRequired?: boolean;
  /** Where its match overlaps that of a detector of a vendor, the vendor's counts. */
  readonly generic?: boolean;
  /** Whether a search word that holds a match would leak it; such words are refused (find-secret.ts). */
  readonly refusedInWords?: boolean;
  readonly mask?: MaskStyle;
  readonly samples: readonly string[];
  readonly passes: readonly string[];
}

/** Random hexadecimal text has about 3.6 bits, `xxxxxxxx` none, `12341234` two. */
export const ENTROPY_MIN = 2.2;

/** As far as a name, a quoted key and a sign of assignment reach. */
export const NEAR_BYTES = 48;

/** The classes of characters of which vendors build tokens, for expressions. */
export const A = '[A-Za-z0-9]';
export const L = '[a-z0-9]';
export const U = '[A-Z0-9]';
export const H = '[0-9a-f]';
export const T = '[A-Z2-7]';
export const B = '[A-Za-z0-9+/]';
export const V = '[A-Za-z0-9_-]';
export const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** Expressions are written with String.raw, so that `\b` stands for itself. */
export const { raw } = String;

/** A row of a vendor's table: id, severity, marks, expression, samples, passes; several texts are separated by spaces. */
export type VendorRow = readonly [
  id: DetectorId,
  severity: Severity,
  marks: string,
  expression: string,
  samples: string,
  passes: string,
  others?: Partial<Detector>,
];

/** Detectors that recognise a token without its surroundings: a search word that contains such a token is refused. */
export const vendors = (rows: readonly VendorRow[]): readonly Detector[] =>
  rows.map(([id, severity, marks, expression, samples, passes, others]) => ({
    id,
    severity,
    marks: marks.split(' '),
    expression,
    refusedInWords: true,
    samples: samples.split(' '),
    passes: passes.split(' '),
    ...others,
  }));

/** The same for a format that says too little by itself: one of the words must stand near it. Texts are separated by line breaks. */
export const contexts = (rows: readonly VendorRow[]): readonly Detector[] =>
  rows.map(([id, severity, near, expression, samples, passes, others]) => ({
    id,
    severity,
    near: near.split(' '),
    expression,
    samples: samples.split('\n'),
    passes: passes.split('\n'),
    ...others,
  }));
