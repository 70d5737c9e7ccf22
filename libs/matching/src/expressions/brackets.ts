import { ALL_ASCII, type AsciiSet, asciiRange, eitherCase, NO_ASCII } from './ascii-set.ts';
import type { Cursor } from './cursor.ts';
import { readEscape } from './escapes.ts';
import { type ExpressionNode, SyntaxProblemError } from './syntax.ts';

/** A bracket expression: the ASCII characters that it may match, those that it certainly matches, and whether there are others. */
interface Members {
  readonly may: AsciiSet;
  readonly sure: AsciiSet;
  readonly wide: boolean;
}

const ANYTHING: Members = { may: ALL_ASCII, sure: NO_ASCII, wide: true };
/** Ignoring case, the Kelvin sign is a k and the long s an s. */
const FOLDED_INTO = eitherCase(asciiRange(0x6b, 0x6b) | asciiRange(0x73, 0x73));

function charactersFrom(from: string, to: string, ignoreCase: boolean): Members {
  const first = from.codePointAt(0) ?? 0;
  const last = to.codePointAt(0) ?? 0;
  const plain = asciiRange(first, last);
  const sure = ignoreCase ? eitherCase(plain) : plain;
  const beyond = last > 0x7f;
  return { sure, may: ignoreCase && beyond ? sure | FOLDED_INTO : sure, wide: beyond || (ignoreCase && (sure & FOLDED_INTO) !== NO_ASCII) };
}

function readPosixClass(cursor: Cursor, ignoreCase: boolean): Members {
  const name = cursor.takeThrough(':]');
  if (name === null) throw new SyntaxProblemError('unknown');
  return { ...ANYTHING, wide: name.startsWith('^') || ignoreCase };
}

function readMember(cursor: Cursor, ignoreCase: boolean): ExpressionNode {
  if (cursor.take('\\')) {
    const member = readEscape(cursor, ignoreCase);
    if (member.type === 'nothing') throw new SyntaxProblemError('unknown');
    return member;
  }
  const text = cursor.next();
  if (text === undefined) throw new SyntaxProblemError('unknown');
  return { type: 'character', text, ignoreCase };
}

/** The end of a range whose beginning was read, or null where there is none. */
function readRangeEnd(cursor: Cursor, ignoreCase: boolean): ExpressionNode | null {
  if (cursor.peek() !== '-' || cursor.peek(1) === ']') return null;
  cursor.next();
  return readMember(cursor, ignoreCase);
}

function membersOf(member: ExpressionNode, end: ExpressionNode | null, ignoreCase: boolean): Members {
  if (member.type === 'character' && (end === null || end.type === 'character')) {
    return charactersFrom(member.text, end === null ? member.text : end.text, ignoreCase);
  }
  // `[\d-z]`: refused by the engine or read in its own way.
  if (member.type !== 'set' || end !== null) return ANYTHING;
  const known = member.maxBytes === 1;
  return { may: member.ascii, sure: known ? member.ascii : NO_ASCII, wide: !known };
}

/** Reads a bracket expression after its `[`. One that names a single character, like `[.]`, is that character. */
export function readBrackets(cursor: Cursor, ignoreCase: boolean): ExpressionNode {
  const negated = cursor.take('^');
  const all: Members[] = [];
  let single: ExpressionNode | null = null;
  while (all.length === 0 || !cursor.take(']')) {
    single = null;
    if (cursor.take('[:')) {
      all.push(readPosixClass(cursor, ignoreCase));
      continue;
    }
    const member = readMember(cursor, ignoreCase);
    const end = readRangeEnd(cursor, ignoreCase);
    if (end === null && member.type === 'character') single = member;
    all.push(membersOf(member, end, ignoreCase));
  }
  if (!negated && all.length === 1 && single !== null) return single;
  if (negated) return { type: 'set', maxBytes: 4, ascii: ALL_ASCII ^ all.reduce((set, { sure }) => set | sure, NO_ASCII) };
  return {
    type: 'set',
    maxBytes: all.some(({ wide }) => wide) ? 4 : 1,
    ascii: all.reduce((set, { may }) => set | may, NO_ASCII),
  };
}
