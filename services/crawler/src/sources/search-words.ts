import { queriesOf, readPattern } from '@leakwatch/matching';
import type { TaskChange } from '@leakwatch/contracts';
import type { Pattern } from '@leakwatch/vocabulary';
import type { UnitNeed } from './unit-source.port.ts';

/** The words that a document must contain to match a pattern, for sources that search for words. */
export interface SearchWords {
  readonly words: readonly string[];
  /** Base name that the file must have; null for no restriction. */
  readonly fileName: string | null;
}

/** Each is a request of every pass; with more names the words are searched for alone. */
const MAX_FILE_NAMES = 8;

/**
 * What to ask a source for, so that the results of all queries together contain every document that matches. Empty where there is
 * nothing to ask for, such as for an expression without a literal part: it can be matched on streams only.
 */
export function searchWords({ kind, text }: Pick<Pattern, 'kind' | 'text'>): readonly SearchWords[] {
  const pattern = readPattern(kind, text);
  if (pattern.shape === 'expression') return queriesOf(pattern.expression).queries.map((words) => ({ words, fileName: null }));
  const words = [...(pattern.domain === null ? [] : [pattern.domain]), ...pattern.words];
  // One of several names suffices for a match. With words, one query for the words alone finds them all.
  const { fileNames } = pattern;
  if (fileNames.length === 1 || (words.length === 0 && fileNames.length <= MAX_FILE_NAMES))
    return fileNames.map((fileName) => ({ words, fileName }));
  return words.length === 0 ? [] : [{ words, fileName: null }];
}

interface AskedFor<Request> {
  readonly key: string;
  readonly request: Request;
}

/**
 * One need for each different query; patterns that give the same query share it.
 * @param ask null for words that the source cannot be asked for: then the pattern is not asked for at all, since results of its
 * other queries would pass for all there is
 */
export function searchNeeds<Request>(
  patterns: TaskChange['patterns'],
  ask: (words: SearchWords, pattern: TaskChange['patterns'][number]) => AskedFor<Request> | null,
): readonly UnitNeed[] {
  const needs = new Map<string, { request: Request; patterns: string[] }>();
  for (const pattern of patterns) {
    const asked = searchWords(pattern).map((words) => ask(words, pattern));
    if (!asked.every((one) => one !== null)) continue;
    for (const [key, { request }] of new Map(asked.map((one) => [one.key, one]))) {
      const need = needs.get(key) ?? { request, patterns: [] };
      need.patterns.push(pattern.id);
      needs.set(key, need);
    }
  }
  return [...needs].map(([key, need]) => ({ key, ...need }));
}
