import type { TaskChange } from '@leakwatch/contracts';
import { type Pattern, SEARCH_TYPES, type SearchType } from '@leakwatch/vocabulary';
import { z } from 'zod';
import type { UnitNeed } from '../unit-source.port.ts';
import { searchNeeds, type SearchWords } from '../search-words.ts';

/** GitLab leaves out shorter and longer terms without a word. */
const TERM_CHARACTERS = { least: 2, most: 100 };

/** What a unit asks for: documents that hold every word. Words are in lower case, which every search takes for any case. */
export const gitlabRequest = z.object({ search: z.enum(SEARCH_TYPES), words: z.array(z.string()).min(1) });
export type GitlabRequest = z.output<typeof gitlabRequest>;

/** The parts of a word that a query can hold: a quotation mark would end a phrase, and a backslash takes the sign after it for itself. */
const partsOf = (word: string): string[] =>
  word
    .toLowerCase()
    .split(/["\\\p{Cc}]+/u)
    .map((part) => part.trim())
    .filter((part) => part.length >= TERM_CHARACTERS.least && part.length <= TERM_CHARACTERS.most);

/**
 * The words of a pattern. Of a domain with keywords only the domain is asked for: requests are the scarce resource (ten a minute), and all
 * pairs of a domain then share one query. null where nothing can be asked for.
 */
function wordsOf({ words }: SearchWords, { kind }: Pick<Pattern, 'kind'>): string[] | null {
  const isDomain = kind === 'public_domain' || kind === 'internal_domain';
  const asked = [...new Set((isDomain ? words.slice(0, 1) : words).flatMap(partsOf))].sort();
  return asked.length === 0 ? null : asked;
}

export const unitsFor = (task: TaskChange, search: SearchType): readonly UnitNeed[] =>
  searchNeeds<GitlabRequest>(task.patterns, (found, pattern) => {
    const words = wordsOf(found, pattern);
    return words === null ? null : { key: `${search} ${words.map((word) => JSON.stringify(word)).join(' ')}`, request: { search, words } };
  });

/** For the search over the site: every word must stand somewhere in the result; one with other characters than letters is a phrase. */
export const siteQuery = (words: readonly string[]): string =>
  words.map((word) => (/^[\p{L}\p{N}_]+$/u.test(word) ? word : `"${word}"`)).join(' ');

/** For the search within a project, which takes the query for one phrase: the word that is rarest, being longest. */
export const projectQuery = (words: readonly string[]): string =>
  words.reduce((longest, word) => (word.length > longest.length ? word : longest), '');
