import type { TaskChange } from '@leakwatch/contracts';
import { z } from 'zod';
import type { Reference, UnitNeed } from '../unit-source.port.ts';
import { codeQuery } from '../github/code-query.ts';
import { NO_ROTATION, pageSlice, type Rotation, rotation } from '../github/read-results.ts';
import { searchNeeds } from '../search-words.ts';

/** What is stored of the units of gist: the list of public gists, and a search for what is older. */
export const gistRequest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('stream') }),
  z.object({ kind: z.literal('search'), query: z.string(), deep: z.boolean() }),
]);
export type GistRequest = z.output<typeof gistRequest>;

/** A page of the list of gists that changed after `since`; `newest` is the latest change on the first page. */
export const listSlice = z.object({
  kind: z.literal('list'),
  page: z.number().int().min(1),
  since: z.string().nullable(),
  newest: z.string().nullable(),
});
export type ListSlice = z.output<typeof listSlice>;

export const gistSlice = z.discriminatedUnion('kind', [listSlice, pageSlice]);

/** Latest change that the last whole pass saw, and the pass before it. */
const streamState = z.object({ before: z.string().nullable(), covered: z.string().nullable() });
export type StreamState = z.output<typeof streamState>;

export const streamStateOf = (stored: unknown): StreamState => {
  const parsed = streamState.safeParse(stored);
  return parsed.success ? parsed.data : { before: null, covered: null };
};

export const rotationOf = (stored: unknown): Rotation => {
  const parsed = rotation.safeParse(stored);
  return parsed.success ? parsed.data : NO_ROTATION;
};

/** What `fetch` needs to know of a gist. */
export const gistHint = z.object({
  /** Bytes of its files as far as the API gives them, where the listing has sizes. */
  bytes: z.number().nullable(),
});
export type GistHint = z.output<typeof gistHint>;

export interface ListedGist {
  readonly id: string;
  /** null for an anonymous gist. */
  readonly owner: string | null;
  /** Name of its first file, after which people call it. */
  readonly name: string;
  /** ISO 8601. */
  readonly updatedAt: string;
  readonly bytes: number | null;
}

/** The list, the search and the gist itself spell the time of a change differently. */
export const versionOf = (updatedAt: string): string => new Date(updatedAt).toISOString();

/** The list and the search name a gist alike, so that what one named is known when the other does. */
export function toReference(site: string, { id, owner, name, updatedAt, bytes }: ListedGist): Reference {
  const login = owner ?? 'anonymous';
  const hint: GistHint = { bytes };
  return {
    key: id,
    version: versionOf(updatedAt),
    container: { key: id, title: `${login}/${name}`, url: new URL(`/${login}/${id}`, site).href, owner: login },
    hint,
  };
}

/** The list serves every pattern; each different query searches what left the list before it was read. */
export function gistNeeds(task: TaskChange): readonly UnitNeed[] {
  const stream: GistRequest = { kind: 'stream' };
  const searches = searchNeeds<GistRequest>(task.patterns, (words, pattern) => {
    const query = codeQuery(words);
    const deep = pattern.kind === 'deep';
    return query === null ? null : { key: `search${deep ? ' deep' : ''} ${query}`, request: { kind: 'search', query, deep } };
  });
  return [{ key: 'public', request: stream, patterns: 'all' }, ...searches];
}
