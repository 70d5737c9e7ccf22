import { EXPRESSION_MAX } from '../limits.ts';
import { type ReadEntry, type SortedLines, sortLines, splitLines } from './sorted-lines.ts';

/** After the second slash only letters that are flags of some engine, because `/etc/passwd` is a path. */
const DELIMITED = /^\/.*\/[dgimnsuvxyADJSUX]*$/;
const INLINE_FLAGS = /\(\?[a-zA-Z]*(-[a-zA-Z]+)?[:)]/g;

/** `(?:` is a group without flags. */
const hasFlags = (text: string): boolean => [...text.matchAll(INLINE_FLAGS)].some(([found]) => found !== '(?:');

/** The checks that need no engine: no delimiters, no flags, at most 128 characters. */
export function readExpression(entry: string): ReadEntry {
  const text = entry.trim();
  if (text === '') return { reason: 'expression_empty' };
  if (Array.from(text).length > EXPRESSION_MAX) return { reason: 'expression_too_long' };
  if (text.includes('\0')) return { reason: 'expression_characters' };
  if (DELIMITED.test(text)) return { reason: 'expression_delimiters' };
  return hasFlags(text) ? { reason: 'expression_flags' } : { ok: text };
}

/**
 * Expressions, one a line (docs/behaviour/tasks.md). `runs` says whether the engine accepts an expression that passed the
 * other checks: the browser's bundle does not contain the engine, so the form asks the service.
 */
export const readExpressions = (texts: readonly string[], runs: (text: string) => ReadEntry = (text) => ({ ok: text })): SortedLines =>
  sortLines(
    splitLines(texts),
    (entry) => {
      const read = readExpression(entry);
      return 'ok' in read ? runs(read.ok) : read;
    },
    (text) => text,
  );
