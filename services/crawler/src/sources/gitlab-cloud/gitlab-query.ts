import type { TaskChange } from '@leakwatch/contracts';
import { SEARCH_TYPES, type SearchType } from '@leakwatch/vocabulary';
import { z } from 'zod';
import type { UnitNeed } from '../unit-source.port.ts';
import { searchWords } from '../search-words.ts';

/** GitLab leaves out shorter and longer terms without a word. */
const TERM_CHARACTERS = { least: 2, most: 100 };

/** What a unit asks for: documents that hold every word. Words are in lower case, which every search takes for any case. */
export const gitlabRequest = z.object({ search: z.enum(SEARCH_TYPES), words: z.array(z.string()).min(1) });
export type GitlabRequest = z.output<typeof gitlabRequest>;

/** The parts of a word that a query can hold: a quotation mark would end a phrase. */
const partsOf = (word: string): string[] =>
  word
    .toLowerCase()
    .split(/["\p{Cc}]+/u)
    .map((part) => part.trim())
    .filter((part) => part.length >= TERM_CHARACTERS.least && part.length <= TERM_CHARACTERS.most);

/**
 * The words of a pattern. Of a domain with keywords only the domain is asked for: requests are the scarce resource (ten a minute), and all
 * pairs of a domain then share one query. null where nothing can be asked for.
 */
function wordsOf(pattern: TaskChange['patterns'][number]): readonly string[] | null {
  const found = searchWords(pattern);
  const isDomain = pattern.kind === 'public_domain' || pattern.kind === 'internal_domain';
  const words = [...new Set((isDomain ? found?.words.slice(0, 1) : found?.words)?.flatMap(partsOf))].sort();
  return words.length === 0 ? null : words;
}

export function unitsFor(task: TaskChange, search: SearchType): readonly UnitNeed[] {
  const needs = new Map<string, { request: GitlabRequest; patterns: string[] }>();
  for (const pattern of task.patterns) {
    const words = wordsOf(pattern);
    if (words === null) continue;
    const key = `${search} ${words.map((word) => JSON.stringify(word)).join(' ')}`;
    const need = needs.get(key) ?? { request: { search, words: [...words] }, patterns: [] };
    need.patterns.push(pattern.id);
    needs.set(key, need);
  }
  return [...needs].map(([key, need]) => ({ key, ...need }));
}

/** For the search over the site: every word must stand somewhere in the result; one with other characters than letters is a phrase. */
export const siteQuery = (words: readonly string[]): string =>
  words.map((word) => (/^[\p{L}\p{N}_]+$/u.test(word) ? word : `"${word}"`)).join(' ');

/** For the search within a project, which takes the query for one phrase: the word that is rarest, being longest. */
export const projectQuery = (words: readonly string[]): string =>
  words.reduce((longest, word) => (word.length > longest.length ? word : longest), '');
