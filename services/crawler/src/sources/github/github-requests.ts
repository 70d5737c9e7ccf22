import type { TaskChange } from '@leakwatch/contracts';
import type { Pattern } from '@leakwatch/vocabulary';
import { z } from 'zod';
import type { UnitNeed } from '../unit-source.port.ts';
import { searchNeeds, type SearchWords } from '../search-words.ts';
import { codeQuery, phrasesOf } from './code-query.ts';
import { NO_ROTATION, pageSlice, rotation } from './read-results.ts';
import { searchPart } from './search-part.ts';

/** An address that is shown to people as a link. */
export const webAddress = z.string().regex(/^https?:\/\//);

/** What is stored of the units of GitHub. */
export const githubRequest = z.object({
  /** Files that hold the words, or repositories whose name, description or readme holds them, of which every file is read. */
  by: z.enum(['code', 'repository']),
  query: z.string(),
  deep: z.boolean(),
});
export type GithubRequest = z.output<typeof githubRequest>;

const repository = z.object({ id: z.number().int(), owner: z.string(), name: z.string(), url: z.string() });
export type GithubRepository = z.output<typeof repository>;

const branchSlice = z.object({
  kind: z.literal('branch'),
  repository,
  branch: z.string(),
  /** The part of the results that is read when this repository, its last one, is. */
  ends: searchPart.nullable().default(null),
});
const treeSlice = z.object({
  kind: z.literal('tree'),
  repository,
  commit: z.string(),
  sha: z.string(),
  /** Path of the tree with a final slash; empty for the root. */
  prefix: z.string(),
  recursive: z.boolean(),
  /** Of the root alone: the branch, and the tag of the answer that said where it is. */
  head: z.object({ branch: z.string(), tag: z.string() }).nullable().default(null),
});
export type BranchSlice = z.output<typeof branchSlice>;
export type TreeSlice = z.output<typeof treeSlice>;

export const githubSlice = z.discriminatedUnion('kind', [pageSlice, branchSlice, treeSlice]);

export const githubState = z.object({
  rotation,
  /** What was named so far of the repository that is read. */
  reading: z.object({ commit: z.string(), files: z.number(), bytes: z.number() }).nullable().catch(null),
});
export type GithubState = z.output<typeof githubState>;
export const stateOf = (stored: unknown): GithubState => {
  const parsed = githubState.safeParse(stored);
  return parsed.success ? parsed.data : { rotation: NO_ROTATION, reading: null };
};

/** What `fetch` needs to know of a file. */
export const blobHint = z.object({
  owner: z.string(),
  name: z.string(),
  path: z.string(),
  sha: z.string(),
  /** Bytes, where the listing gives them. */
  size: z.number().nullable(),
  /** The file at its commit. */
  page: z.string(),
});
export type BlobHint = z.output<typeof blobHint>;

/** Forks are in the results of a code search where they are indexed: those with more stars than their parent. */
const CODE_QUALIFIERS = 'fork:true';
const REPOSITORY_QUALIFIERS = 'in:name,description,readme';

/** One need for each different query; patterns that give the same query share it. */
export function githubNeeds(task: TaskChange): readonly UnitNeed[] {
  const by = task.search_types?.github === 'by_repository' ? 'repository' : 'code';
  const queryFor = by === 'code' ? queryForCode : queryForRepositories;
  return searchNeeds<GithubRequest>(task.patterns, (words, pattern) => {
    const query = queryFor(words, pattern);
    const deep = pattern.kind === 'deep';
    return query === null ? null : { key: `${by}${deep ? ' deep' : ''} ${query}`, request: { by, query, deep } };
  });
}

function queryForCode(words: SearchWords): string | null {
  const query = codeQuery(words);
  return query === null ? null : `${query} ${CODE_QUALIFIERS}`;
}

/** Of a domain with a keyword the domain alone: a repository of the domain need not name the keyword before its files do. */
function queryForRepositories({ words }: SearchWords, { kind }: Pick<Pattern, 'kind'>): string | null {
  const phrases = phrasesOf(kind === 'public_domain' ? words.slice(0, 1) : words);
  return phrases.length === 0 ? null : `${phrases.join(' ')} ${REPOSITORY_QUALIFIERS}`;
}
