import type { Cursor } from './cursor.ts';
import { readEscape } from './escapes.ts';
import { ANY_CHARACTER, ASCII_SET, type ExpressionNode, SyntaxProblemError } from './syntax.ts';

function readMember(cursor: Cursor, ignoreCase: boolean): ExpressionNode {
  if (cursor.take('[:')) {
    const name = cursor.takeThrough(':]');
    if (name === null) throw new SyntaxProblemError('unknown');
    return name.startsWith('^') || ignoreCase ? ANY_CHARACTER : ASCII_SET;
  }
  if (cursor.take('\\')) {
    const member = readEscape(cursor, ignoreCase);
    if (member.type === 'nothing') throw new SyntaxProblemError('unknown');
    return member;
  }
  const text = cursor.next();
  if (text === undefined) throw new SyntaxProblemError('unknown');
  return { type: 'character', text, ignoreCase };
}

function isNarrow(member: ExpressionNode): boolean {
  // Ignoring case can leave ASCII: k is also the Kelvin sign, s the long s.
  if (member.type === 'character') return !member.ignoreCase && member.text < '\x80';
  return member.type === 'set' && member.maxBytes === 1;
}

/** Reads a bracket expression after its `[`. One that names a single character, like `[.]`, is that character. */
export function readBrackets(cursor: Cursor, ignoreCase: boolean): ExpressionNode {
  const negated = cursor.take('^');
  const members: ExpressionNode[] = [];
  let isRange = false;
  while (members.length === 0 || !cursor.take(']')) {
    members.push(readMember(cursor, ignoreCase));
    isRange ||= cursor.peek() === '-' && cursor.peek(1) !== ']';
  }
  const [only, ...others] = members;
  if (!negated && !isRange && only?.type === 'character' && others.length === 0) return only;
  return !negated && members.every(isNarrow) ? ASCII_SET : ANY_CHARACTER;
}
