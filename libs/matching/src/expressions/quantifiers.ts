import type { Cursor } from './cursor.ts';
import { type ExpressionNode, SyntaxProblemError } from './syntax.ts';

interface Times {
  readonly min: number;
  readonly max: number;
}

const SIMPLE: Readonly<Record<string, Times>> = {
  '*': { min: 0, max: Infinity },
  '+': { min: 1, max: Infinity },
  '?': { min: 0, max: 1 },
};

/** Reads `{2}`, `{2,}`, `{2,5}`; anything else in braces is literal text and is not read. */
function readBraces(cursor: Cursor): Times | null {
  const mark = cursor.mark();
  if (!cursor.take('{')) return null;
  const [, low, comma, high] = /^(\d+)(,?)(\d*)$/.exec(cursor.takeThrough('}') ?? '') ?? [];
  if (low === undefined || (comma === '' && high !== '')) {
    cursor.reset(mark);
    return null;
  }
  const min = Number(low);
  if (comma === '') return { min, max: min };
  return { min, max: high === undefined || high === '' ? Infinity : Number(high) };
}

function readTimes(cursor: Cursor): Times | null {
  const simple = SIMPLE[cursor.peek() ?? ''];
  if (simple === undefined) return readBraces(cursor);
  cursor.next();
  return simple;
}

/** Reads the quantifier behind `part`, if there is one; `?` behind it changes which match is taken, not what matches. */
export function readQuantifier(cursor: Cursor, part: ExpressionNode): ExpressionNode {
  const times = readTimes(cursor);
  if (times === null) return part;
  cursor.take('?');
  // `a**` and `a{2}{3}`: refused by the engine or read in its own way.
  if (readTimes(cursor) !== null) throw new SyntaxProblemError('unknown');
  return { type: 'repeat', part, ...times };
}
