import type { TaskChange } from '@leakwatch/contracts';
import { z } from 'zod';
import { phrasesOf } from '../github/code-query.ts';
import { searchNeeds } from '../search-words.ts';
import { shownTitle } from '../shown-title.ts';
import type { Reference, UnitNeed } from '../unit-source.port.ts';
import { type DocumentHit, SEARCH_SITES, type SearchSite } from './document-search.port.ts';
import { addressesOf, googleDocument, type GoogleSites, readLink } from './google-links.ts';

export const googleRequest = z.object({ phrases: z.array(z.string()), deep: z.boolean() });
export type GoogleRequest = z.output<typeof googleRequest>;

const isSite = (name: string): name is SearchSite => Object.hasOwn(SEARCH_SITES, name);

/** One page of a search. */
export const googleSlice = z.object({
  site: z.string().refine(isSite),
  days: z.number().int().min(1).nullable(),
  start: z.number().int().min(1),
  /** The day of the pass, by which documents that it names are read once. */
  day: z.iso.date(),
  /** What the search estimated with the first page, and how many documents its pages named. */
  estimate: z.number().int(),
  named: z.number().int(),
  /** Whether the pass ends with its last page. */
  isLast: z.boolean().default(true),
});
export type GoogleSlice = z.output<typeof googleSlice>;

/** The day of the last pass that was read to its end, and of the last of these that asked for all documents whatever their age. */
const googleState = z.object({ pass: z.iso.date(), whole: z.iso.date() });
export type GoogleState = z.output<typeof googleState>;
export const stateOf = (stored: unknown): GoogleState | undefined => googleState.safeParse(stored).data;

/** After so many days a pass asks for all documents again: those that were shared or linked later keep an old date. */
const WHOLE_DAYS = 30;
/** Days that two passes have in common: the search learns of a document a while after its date. */
const OVERLAP_DAYS = 2;
const DAY_MS = 86_400_000;

/** The first slice of a pass: all documents, or those of the days since the last pass. */
export function firstSlice(state: GoogleState | undefined, now: Date): GoogleSlice {
  const day = now.toISOString().slice(0, 10);
  const since = (from: string) => Math.max(0, Math.round((Date.parse(day) - Date.parse(from)) / DAY_MS));
  const isWhole = state === undefined || since(state.whole) >= WHOLE_DAYS;
  return { site: 'all', days: isWhole ? null : since(state.pass) + OVERLAP_DAYS, start: 1, day, estimate: 0, named: 0, isLast: true };
}

/** Each different query is one unit. */
export const googleNeeds = (task: TaskChange): readonly UnitNeed[] =>
  searchNeeds<GoogleRequest>(task.patterns, ({ words }, { kind }) => {
    const phrases = phrasesOf(words);
    const deep = kind === 'deep';
    return phrases.length === 0
      ? null
      : { key: `search${deep ? ' deep' : ''} ${phrases.join(' ')}`, request: { phrases: [...phrases], deep } };
  });

/** What `fetch` needs of a document. */
export const googleHint = z.object({ document: googleDocument, title: z.string() });
export type GoogleHint = z.output<typeof googleHint>;

/**
 * The document of a result; null for what is none. The search does not say which version it saw: a document that is named is read, at
 * most once a day, and what was found in the same text before is the same event.
 */
export function referenceOf({ title, link }: DocumentHit, day: string, sites: GoogleSites): Reference | null {
  const document = readLink(link, sites);
  if (document === null) return null;
  const shown = shownTitle(title, document.id);
  const hint: GoogleHint = { document, title: shown };
  return {
    // The search may have a document with its resource key and without, and gives only one of them to a reader.
    key: document.resourceKey === null ? document.id : `${document.id} ${document.resourceKey}`,
    version: day,
    container: { key: document.id, title: shown, url: addressesOf(document, sites).page, owner: '' },
    hint,
  };
}
