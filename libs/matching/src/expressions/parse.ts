import { readBrackets } from './brackets.ts';
import { Cursor } from './cursor.ts';
import { readEscape } from './escapes.ts';
import { readQuantifier } from './quantifiers.ts';
import { ANY_CHARACTER, type ExpressionNode, NOTHING, type SyntaxProblem, SyntaxProblemError } from './syntax.ts';

export type ParsedExpression =
  | { readonly ok: true; readonly node: ExpressionNode }
  | { readonly ok: false; readonly problem: SyntaxProblem };

const LOOKAROUNDS = ['(?=', '(?!', '(?<=', '(?<!'];

/** Reads the flags of `(?i)` or `(?i:`, after `(?`; the new state of letter case. */
function readFlags(cursor: Cursor, ignoreCase: boolean): boolean {
  let on = true;
  let result = ignoreCase;
  for (const flag of cursor.takeWhile((character) => 'imsU-'.includes(character))) {
    if (flag === '-') on = false;
    if (flag === 'i') result = on;
  }
  return result;
}

/** Reads one alternative after another up to the group's end; flags set on the way hold for the rest of the group. */
function readGroupBody(cursor: Cursor, ignoreCaseAtStart: boolean): ExpressionNode {
  let ignoreCase = ignoreCaseAtStart;
  const options: ExpressionNode[] = [];
  let parts: ExpressionNode[] = [];
  for (let next = cursor.peek(); next !== undefined && next !== ')'; next = cursor.peek()) {
    if (cursor.take('|')) {
      options.push({ type: 'sequence', parts });
      parts = [];
      continue;
    }
    const mark = cursor.mark();
    if (cursor.take('(?')) {
      const flagged = readFlags(cursor, ignoreCase);
      if (cursor.take(')')) {
        ignoreCase = flagged;
        continue;
      }
      cursor.reset(mark);
    }
    if (cursor.take('\\Q')) {
      parts.push(...readQuoted(cursor, ignoreCase));
      continue;
    }
    parts.push(readQuantifier(cursor, readAtom(cursor, ignoreCase)));
  }
  options.push({ type: 'sequence', parts });
  const [only, ...others] = options;
  return only !== undefined && others.length === 0 ? only : { type: 'choice', options };
}

/** `\Q…\E`; a quantifier behind it belongs to its last character, so the reader gives up on one. */
function readQuoted(cursor: Cursor, ignoreCase: boolean): ExpressionNode[] {
  const text = cursor.takeThrough('\\E') ?? cursor.takeWhile(() => true);
  if ('*+?{'.includes(cursor.peek() ?? ' ')) throw new SyntaxProblemError('unknown');
  return Array.from(text, (character) => ({ type: 'character', text: character, ignoreCase }));
}

function readGroup(cursor: Cursor, ignoreCase: boolean): ExpressionNode {
  let inner = ignoreCase;
  if (cursor.take('?')) {
    if (cursor.take('P<') || cursor.take('<')) {
      if (cursor.takeThrough('>') === null) throw new SyntaxProblemError('unknown');
    } else {
      inner = readFlags(cursor, ignoreCase);
      if (!cursor.take(':')) throw new SyntaxProblemError('unknown');
    }
  }
  const body = readGroupBody(cursor, inner);
  if (!cursor.take(')')) throw new SyntaxProblemError('unknown');
  return body;
}

function readAtom(cursor: Cursor, ignoreCase: boolean): ExpressionNode {
  if (LOOKAROUNDS.some((opening) => cursor.take(opening))) throw new SyntaxProblemError('lookaround');
  const text = cursor.next() ?? '';
  switch (text) {
    case '(':
      return readGroup(cursor, ignoreCase);
    case '[':
      return readBrackets(cursor, ignoreCase);
    case '\\':
      return readEscape(cursor, ignoreCase);
    case '.':
      return ANY_CHARACTER;
    case '^':
    case '$':
      return NOTHING;
    case '*':
    case '+':
    case '?':
      throw new SyntaxProblemError('unknown');
    default:
      return { type: 'character', text, ignoreCase };
  }
}

/**
 * Reads an expression in RE2's syntax. It is read with caution: what this reader does not know for certain is a
 * problem, never a guess, because a wrong reading would be a missed leak.
 */
export function parseExpression(expression: string): ParsedExpression {
  try {
    const cursor = new Cursor(expression);
    const node = readGroupBody(cursor, false);
    return cursor.peek() === undefined ? { ok: true, node } : { ok: false, problem: 'unknown' };
  } catch (error) {
    if (error instanceof SyntaxProblemError) return { ok: false, problem: error.problem };
    throw error;
  }
}
