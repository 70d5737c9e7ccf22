import { readPattern } from '@leakwatch/matching';
import type { Pattern } from '@leakwatch/vocabulary';
import type { SourceDocument } from './source-document.ts';

const needsFileName = (patterns: Iterable<Pattern>): ReadonlySet<string> =>
  new Set(
    [...patterns].flatMap(({ id, kind, text }) => {
      const read = readPattern(kind, text);
      return read.shape === 'terms' && read.fileNames.length > 0 ? [id] : [];
    }),
  );

/** The patterns that a document has to meet, by their ids; undefined for all. One object for one set of patterns. */
export type DueFor = (document: Pick<SourceDocument, 'position' | 'onlyByFileName'>) => ReadonlySet<string> | undefined;

/** Behind every document: the mark of a pattern that no document has to meet any more. */
const LAST_POSITION = 9_223_372_036_854_775_807n;

/** Marks with which documents do not meet the patterns that are given up. */
export const marksWithout = (marks: ReadonlyMap<string, bigint>, isGivenUp: (pattern: string) => boolean): ReadonlyMap<string, bigint> =>
  new Map([...marks].map(([pattern, mark]) => [pattern, isGivenUp(pattern) ? LAST_POSITION : mark]));

/**
 * The patterns to match a document against: those whose mark is before it; for a new file name of a known document, only those that
 * ask for file names. undefined means all patterns, the usual case. Patterns with one mark stay together, so there are few sets.
 * @param marks by pattern, the position up to which it was matched when the scan began
 */
export function duePatterns(marks: ReadonlyMap<string, bigint>, patterns: Iterable<Pattern>): DueFor {
  const named = needsFileName(patterns);
  const levels = [...new Set(marks.values())].sort((left, right) => (left < right ? -1 : 1));
  const known = new Map<string, ReadonlySet<string>>();
  return ({ position, onlyByFileName }) => {
    const passed = levels.filter((mark) => mark < position).length;
    if (passed === levels.length && !onlyByFileName) return undefined;
    const key = `${passed} ${onlyByFileName}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const due = new Set([...marks].flatMap(([id, mark]) => (mark < position && (!onlyByFileName || named.has(id)) ? [id] : [])));
    known.set(key, due);
    return due;
  };
}
