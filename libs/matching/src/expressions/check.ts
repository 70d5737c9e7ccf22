import { RE2JS } from 're2js';
import { matchLengths } from './lengths.ts';
import { parseExpression } from './parse.ts';

/** Maximum length of an expression of a task, in characters (docs/behaviour/tasks.md). */
export const MAX_EXPRESSION_CHARACTERS = 128;

/**
 * Largest program, in the engine's instructions. The worst text costs one step for each instruction and character:
 * with 500 that is about a second for a megabyte. `[a-f0-9]{200,300}` has 402.
 */
export const MAX_PROGRAM_SIZE = 500;

/** Stable codes; the console has its own texts for them in both languages, `reason` is for logs and API callers. */
const REASONS = {
  expression_empty: 'The expression is empty.',
  expression_too_long: `The expression is longer than ${MAX_EXPRESSION_CHARACTERS} characters.`,
  expression_backreference: 'References back to a group (\\1, \\k<name>) cannot run in linear time and are not supported.',
  expression_lookaround: 'Looking ahead or behind ((?=, (?!, (?<=, (?<!) cannot run in linear time and is not supported.',
  expression_syntax: 'The expression cannot be read.',
  expression_matches_empty: 'The expression matches the empty text, so it would match every document.',
  expression_too_costly: 'The expression repeats too much to run fast on every document; use smaller counts in braces.',
} as const;

export type ExpressionProblem = keyof typeof REASONS;

export type ExpressionCheck = { readonly ok: true } | { readonly ok: false; readonly code: ExpressionProblem; readonly reason: string };

function refuse(code: ExpressionProblem, detail?: string): ExpressionCheck {
  return { ok: false, code, reason: detail === undefined ? REASONS[code] : `${REASONS[code]} ${detail}` };
}

/** Compiles without flags; the engine's message instead when it refuses. */
export function compileEngine(expression: string): RE2JS | string {
  try {
    return RE2JS.compile(expression);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Whether a user's expression can be run (docs/behaviour/patterns.md).
 * Never throws; a refusal carries a stable code and an English reason.
 */
export function checkExpression(expression: string): ExpressionCheck {
  if (expression.trim() === '') return refuse('expression_empty');
  if (Array.from(expression).length > MAX_EXPRESSION_CHARACTERS) return refuse('expression_too_long');
  const parsed = parseExpression(expression);
  if (!parsed.ok && parsed.problem !== 'unknown') return refuse(`expression_${parsed.problem}`);
  const engine = compileEngine(expression);
  if (typeof engine === 'string') return refuse('expression_syntax', engine);
  if (engine.programSize() > MAX_PROGRAM_SIZE) return refuse('expression_too_costly');
  const takesNothing = parsed.ok ? matchLengths(parsed.node).minCharacters === 0 : engine.test('');
  return takesNothing ? refuse('expression_matches_empty') : { ok: true };
}
