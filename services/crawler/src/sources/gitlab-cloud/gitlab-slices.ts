import { z } from 'zod';
import { namedResults } from '../named-results.ts';
import { type GitlabRequest, siteQuery } from './gitlab-query.ts';
import { hit, projectRef } from './gitlab-hits.ts';

export const SCOPES = ['blobs', 'projects', 'snippet_titles', 'issues', 'merge_requests', 'commits'] as const;
export type Scope = (typeof SCOPES)[number];

/** Pages of a search that one pass reads; later passes read on. At ten requests a minute these are a minute. */
export const PAGES_A_PASS = 10;
/** GitLab's search index gives the first 10,000 results. */
export const LAST_PAGE = 100;
/** Pages of a project's tree: 5,000 files and folders. */
export const TREE_PAGES = 50;
/** Projects that one step looks up. */
export const LOOKUPS_A_STEP = 10;
/** After this time an account without a search of code over the site is asked again. */
const PROBE_MS = 24 * 3_600_000;
/** Projects whose last reading is remembered; the one that was read longest ago is read again. */
const MARKS_KEPT = 2_000;
/** A project is read again after this time even if it did not change: a pattern that was added meanwhile has not met what is in it. */
const REREAD_MS = 24 * 3_600_000;

const searchSlice = z.object({
  kind: z.literal('search'),
  scope: z.enum(SCOPES),
  query: z.string(),
  /** Within this project; null for the whole site. */
  project: projectRef.nullable(),
  page: z.number().int().min(1),
  /** The pages that this pass reads. */
  first: z.number().int().min(1),
  last: z.number().int().min(1),
  /** The most results of which GitLab spoke; null before the first page, and where GitLab gives no number with it. */
  expected: z.number().int().nullable(),
  /** What the pages before it named. */
  named: namedResults,
  /** Whether the next pass goes on where this one ends. */
  rotates: z.boolean(),
  /** Whether a lookup that waits settles where that is. */
  settled: z.boolean().default(false),
});
export type SearchSlice = z.output<typeof searchSlice>;

/** Projects whose address and visibility must be known before their documents are referenced. */
const lookupSlice = z.object({
  kind: z.literal('lookup'),
  projects: z.array(z.object({ id: z.number(), hits: z.array(hit) })),
  /** The search, by its key among the cursors, of whose results these are looked up last. */
  settles: z.string().nullable().default(null),
});
export type LookupSlice = z.output<typeof lookupSlice>;

/** All files of a project's default branch. */
const treeSlice = z.object({ kind: z.literal('tree'), project: projectRef, page: z.number().int().min(1) });
export type TreeSlice = z.output<typeof treeSlice>;

export const slice = z.discriminatedUnion('kind', [searchSlice, lookupSlice, treeSlice]);
export type Slice = z.output<typeof slice>;

const NOTHING = { refusedUntil: null, cursors: {}, reached: {}, marks: [] };
/** A state of another version is one that is not there: everything is read again. */
export const gitlabState = z
  .object({
    /** Milliseconds. Until then no account is asked for code of the whole site; null where that was answered last. */
    refusedUntil: z.number().nullable(),
    /** The page at which the next pass goes on, by scope and query. */
    cursors: z.record(z.string(), z.number().int().min(1)),
    /** Where a search ended whose results are not all looked up yet; null for the first page. It becomes the cursor then. */
    reached: z.record(z.string(), z.number().int().min(1).nullable()).default({}),
    /** Projects that were read to their end, with their marks and the time of reading in milliseconds. */
    marks: z.array(z.tuple([z.number(), z.string(), z.number()])),
  })
  .catch(NOTHING);
export type GitlabState = z.output<typeof gitlabState>;

/** code: of the whole site; projects: of projects that are found by their names. */
export const modeOf = (state: GitlabState, now: number): 'code' | 'projects' =>
  state.refusedUntil !== null && state.refusedUntil > now ? 'projects' : 'code';

/** How projects are read that a pass found: as it searches, also when the day is over while it runs. */
export const readsCodeOfProjects = ({ refusedUntil }: GitlabState): boolean => refusedUntil !== null;

export const answered = (state: GitlabState): GitlabState => ({ ...state, refusedUntil: null });

export const refused = (state: GitlabState, now: number): GitlabState => ({ ...state, refusedUntil: now + PROBE_MS });

export const isRead = ({ marks }: GitlabState, { id, mark }: { id: number; mark: string }, now: number): boolean =>
  marks.some(([project, read, at]) => project === id && read === mark && now - at < REREAD_MS);

export const markRead = (state: GitlabState, { id, mark }: { id: number; mark: string }, now: number): GitlabState => ({
  ...state,
  marks: [...state.marks.filter(([project]) => project !== id), [id, mark, now] satisfies [number, string, number]].slice(-MARKS_KEPT),
});

const cursorOf = (scope: Scope, query: string): string => `${scope} ${query}`;

/** Pages `first` to `last` of a search. */
export const searchPages = (
  where: Pick<SearchSlice, 'scope' | 'query' | 'project'>,
  { first, last, rotates }: Pick<SearchSlice, 'first' | 'last' | 'rotates'>,
): SearchSlice => ({ kind: 'search', ...where, page: first, first, last, expected: null, named: [], rotates, settled: false });

/** The first page, where new results are, and the pages at which the last pass ended. */
export function siteSlices(scope: Scope, query: string, state: GitlabState): SearchSlice[] {
  const first = state.cursors[cursorOf(scope, query)] ?? 1;
  const where = { scope, query, project: null };
  const window = searchPages(where, { first, last: Math.min(first + PAGES_A_PASS - 1, LAST_PAGE), rotates: true });
  return first === 1 ? [window] : [searchPages(where, { first: 1, last: 1, rotates: false }), window];
}

/**
 * The state after a page of a search. The last page of a pass moves the cursor, or says where it moves once everything that the pass found is looked up:
 * a pass that ends before begins at the same page again.
 * @param next the page after the one that was read; null when there is none
 */
export function moveCursor(state: GitlabState, slice: SearchSlice, next: number | null): GitlabState {
  if (!slice.rotates || (next !== null && slice.page < slice.last)) return state;
  const key = cursorOf(slice.scope, slice.query);
  const reached = { ...state, reached: { ...state.reached, [key]: next !== null && next > LAST_PAGE ? null : next } };
  return slice.settled ? reached : settle(reached, key);
}

/** Everything that a search found is looked up. */
export function settle(state: GitlabState, key: string): GitlabState {
  const { [key]: next, ...reached } = state.reached;
  const { [key]: _, ...cursors } = state.cursors;
  if (next === undefined) return state;
  return { ...state, reached, cursors: next === null ? cursors : { ...cursors, [key]: next } };
}

/** The projects by their names: by each word alone where their code is read, since a name seldom holds several. */
export const projectSlices = ({ words }: Pick<GitlabRequest, 'words'>, state: GitlabState): SearchSlice[] =>
  words.flatMap((word) => siteSlices('projects', siteQuery([word]), state));

export function planSlices(request: GitlabRequest, state: GitlabState, now: number): SearchSlice[] {
  const query = siteQuery(request.words);
  if (request.search === 'by_repository') return siteSlices('projects', query, state);
  const mode = modeOf(state, now);
  // Code first: whether it can be searched decides how projects are read.
  return SCOPES.flatMap((scope) => {
    if (mode === 'code') return siteSlices(scope, query, state);
    if (scope === 'projects') return projectSlices(request, state);
    return scope === 'blobs' || scope === 'commits' ? [] : siteSlices(scope, query, state);
  });
}

/** Documents that a page of a search found, waiting for their projects, in steps of a bounded number of projects. */
export function lookupSlices(
  found: readonly { readonly project: number; readonly hit: z.output<typeof hit> }[],
  { scope, query, rotates, settled }: SearchSlice,
): LookupSlice[] {
  const byProject = new Map<number, z.output<typeof hit>[]>();
  for (const { project, hit: one } of found) byProject.set(project, [...(byProject.get(project) ?? []), one]);
  const projects = [...byProject].map(([id, hits]) => ({ id, hits }));
  const steps = Math.ceil(projects.length / LOOKUPS_A_STEP);
  return Array.from({ length: steps }, (_, at) => ({
    kind: 'lookup',
    projects: projects.slice(at * LOOKUPS_A_STEP, (at + 1) * LOOKUPS_A_STEP),
    // Later pages and their lookups come before those of this page.
    settles: rotates && !settled && at === steps - 1 ? cursorOf(scope, query) : null,
  }));
}
