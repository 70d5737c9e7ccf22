import { ALL_ASCII, type AsciiSet } from './ascii-set.ts';

/**
 * An expression as far as this library must understand it: its literal characters and the possible lengths of a match. The
 * engine interprets the rest.
 */
export type ExpressionNode =
  /** Takes no text: an empty group, `^`, `\b`. */
  | { readonly type: 'nothing' }
  /** Stands for itself; `ignoreCase` inside `(?i)`. */
  | { readonly type: 'character'; readonly text: string; readonly ignoreCase: boolean }
  /** One character of several, at most `maxBytes` bytes in UTF-8; `ascii` has every ASCII one of them, perhaps more. */
  | { readonly type: 'set'; readonly maxBytes: number; readonly ascii: AsciiSet }
  | { readonly type: 'sequence'; readonly parts: readonly ExpressionNode[] }
  | { readonly type: 'choice'; readonly options: readonly ExpressionNode[] }
  /** `max` is Infinity for an open end. */
  | { readonly type: 'repeat'; readonly part: ExpressionNode; readonly min: number; readonly max: number };

export const NOTHING: ExpressionNode = { type: 'nothing' };
export const ANY_CHARACTER: ExpressionNode = { type: 'set', maxBytes: 4, ascii: ALL_ASCII };

/** Why a text could not be read; the first two are what a linear engine cannot offer. */
export type SyntaxProblem = 'backreference' | 'lookaround' | 'unknown';

/** Thrown inside the reader only; `parseExpression` turns it into a value. */
export class SyntaxProblemError extends Error {
  readonly problem: SyntaxProblem;

  constructor(problem: SyntaxProblem) {
    super(problem);
    this.problem = problem;
  }
}
