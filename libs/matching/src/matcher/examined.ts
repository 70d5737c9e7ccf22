import type { StepLimits } from '../expressions/step-budget.ts';
import type { ReadSpan } from '../text/views.ts';
import type { GuestLimit, GuestUse } from './guest-steps.ts';

/** A document to be matched: its original bytes, and the paths or names under which it was found. */
export interface MatchedDocument {
  readonly bytes: Uint8Array;
  readonly fileNames?: readonly string[];
}

/**
 * A pattern that the document matches. Spans are byte offsets into the original bytes, in order, at most MAX_SPANS, with
 * every word of the pattern among them; a match by file name alone has one empty span at 0. A span says in which encoding it was found
 * where that is not the document's own.
 */
export interface PatternMatch {
  readonly patternId: string;
  readonly spans: readonly ReadSpan[];
}

/** What a document matched, and the expressions that cost more than the document's budget (see expressions/step-budget.ts). */
export interface Examined {
  readonly matches: readonly PatternMatch[];
  /** Ids of expressions of which it is not known whether they match, in the order in which the patterns were given. */
  readonly unchecked: readonly string[];
  /** Where the guests have a limit. */
  readonly guests?: GuestUse | undefined;
}

export interface ExamineOptions {
  /** Ids of the patterns that the document meets; all when left out. */
  readonly only?: ReadonlySet<string> | undefined;
  /** `stepLimits` of the document's length when left out. */
  readonly limits?: StepLimits | undefined;
  /** No owner is a guest when left out. */
  readonly guests?: GuestLimit | undefined;
  /** Asked between expressions; `examine` throws Stopped when it says true. */
  readonly isStopped?: (() => boolean) | undefined;
}

/** Matching was stopped between two expressions. */
export class Stopped extends Error {}
