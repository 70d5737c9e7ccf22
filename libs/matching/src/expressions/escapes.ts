import { type AsciiSet, NAMED_SETS } from './ascii-set.ts';
import type { Cursor } from './cursor.ts';
import { ANY_CHARACTER, type ExpressionNode, NOTHING, SyntaxProblemError } from './syntax.ts';

const CONTROLS: Readonly<Record<string, string>> = { a: '\x07', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
const WIDE_SETS = 'DSW';
const ZERO_WIDTH = 'AbBz';

function character(text: string, ignoreCase: boolean): ExpressionNode {
  return { type: 'character', text, ignoreCase };
}

function isHex(text: string): boolean {
  return /^[0-9a-fA-F]$/.test(text);
}

function isOctal(text: string): boolean {
  return /^[0-7]$/.test(text);
}

function fromCode(digits: string, radix: number): string {
  const code = Number.parseInt(digits, radix);
  if (Number.isNaN(code) || code > 0x10ffff) throw new SyntaxProblemError('unknown');
  return String.fromCodePoint(code);
}

function readHex(cursor: Cursor): string {
  if (cursor.take('{')) return fromCode(cursor.takeThrough('}') ?? '', 16);
  const digits = cursor.takeWhile(isHex, 2);
  if (digits.length !== 2) throw new SyntaxProblemError('unknown');
  return fromCode(digits, 16);
}

/** Ignoring case, `\w` is also the Kelvin sign and the long s, and `\W` what folds to them. */
function namedSet(name: string, ascii: AsciiSet, ignoreCase: boolean): ExpressionNode {
  if (ignoreCase) return ANY_CHARACTER;
  return { type: 'set', maxBytes: WIDE_SETS.includes(name) ? 4 : 1, ascii };
}

function skipProperty(cursor: Cursor): ExpressionNode {
  const name = cursor.take('{') ? cursor.takeThrough('}') : cursor.next();
  if (name === null || name === undefined) throw new SyntaxProblemError('unknown');
  return ANY_CHARACTER;
}

/** A digit other than 0 is an octal number only if another octal digit follows; alone it refers back to a group. */
function readNumber(cursor: Cursor, first: string): string {
  if (first !== '0' && (!isOctal(first) || !isOctal(cursor.peek() ?? ''))) throw new SyntaxProblemError('backreference');
  return fromCode(first + cursor.takeWhile(isOctal, 2), 8);
}

/** Reads what follows a backslash; the same outside and inside brackets, but for `\b` and its like. */
export function readEscape(cursor: Cursor, ignoreCase: boolean): ExpressionNode {
  const escaped = cursor.next();
  if (escaped === undefined) throw new SyntaxProblemError('unknown');
  const ascii = NAMED_SETS.get(escaped);
  if (ascii !== undefined) return namedSet(escaped, ascii, ignoreCase);
  if (ZERO_WIDTH.includes(escaped)) return NOTHING;
  if (escaped === 'p' || escaped === 'P') return skipProperty(cursor);
  if (escaped === 'x') return character(readHex(cursor), ignoreCase);
  if (escaped === 'k') throw new SyntaxProblemError('backreference');
  if (/^\d$/.test(escaped)) return character(readNumber(cursor, escaped), ignoreCase);
  const control = CONTROLS[escaped];
  if (control !== undefined) return character(control, ignoreCase);
  if (/^[!-/:-@[-`{-~ ]$/.test(escaped)) return character(escaped, ignoreCase);
  throw new SyntaxProblemError('unknown');
}
