import type { Search } from '@gitbeaker/rest';
import { z } from 'zod';
import { UpstreamError } from '../../accounts/upstream-error.ts';
import { addResults } from '../named-results.ts';
import type { Answer, Reference } from '../unit-source.port.ts';
import { foundBlob, foundCommit, foundProject, request as requestRow, snippet } from './gitlab-answers.ts';
import { askPage, type GitlabContext, PER_PAGE, RESOURCE } from './gitlab-client.ts';
import { commitHit, type Hit, keyOf, personalSnippet, referenceIn, requestHit, snippetHit, textOf } from './gitlab-hits.ts';
import type { GitlabRequest } from './gitlab-query.ts';
import { GitlabRefusal, isMissed } from './gitlab-refusal.ts';
import {
  answered,
  type GitlabState,
  lookupSlices,
  markRead,
  moveCursor,
  PAGES_A_PASS,
  projectSlices,
  refused,
  searchPages,
  type Scope,
  type SearchSlice,
} from './gitlab-slices.ts';

interface Found {
  readonly references: readonly Reference[];
  /** Documents of projects. */
  readonly hits: readonly { readonly project: number; readonly hit: Hit }[];
}

const inProjects = (hits: Found['hits']): Found => ({ references: [], hits });

/** A row of each scope, as documents. */
const ROWS = {
  blobs: foundBlob.transform(({ path, ref, project_id }) =>
    inProjects([{ project: project_id, hit: { kind: 'blob', path, ref, blob: null } }]),
  ),
  projects: foundProject.transform(({ id, name, description }) =>
    inProjects([{ project: id, hit: { kind: 'project', text: textOf({ title: name, description }).slice(0, 4_096) } }]),
  ),
  snippet_titles: snippet.transform((row): Found => {
    if (row.visibility !== 'public') return inProjects([]);
    if (row.project_id !== null && row.project_id !== undefined) return inProjects([{ project: row.project_id, hit: snippetHit(row) }]);
    return { references: [personalSnippet(row)], hits: [] };
  }),
  issues: requestRow.transform((row) =>
    inProjects(row.confidential === true ? [] : [{ project: row.project_id, hit: requestHit('issue', row) }]),
  ),
  merge_requests: requestRow.transform((row) => inProjects([{ project: row.project_id, hit: requestHit('merge_request', row) }])),
  commits: foundCommit.transform((row) => inProjects([{ project: row.project_id, hit: commitHit(row) }])),
} satisfies Record<Scope, z.ZodType<Found>>;

/** One page of a search over the site or within a project. */
export async function askSearch(
  context: GitlabContext,
  slice: SearchSlice,
  { request, state, now }: { request: GitlabRequest; state: GitlabState; now: number },
): Promise<Answer> {
  const { scope, project, page, last } = slice;
  const found = await pageOf(context, slice).catch((error: unknown) => {
    if (error instanceof GitlabRefusal) return error;
    throw error;
  });
  if (found instanceof GitlabRefusal) return afterRefusal(found, slice, { request, state, now });
  const { rows, next } = found;
  const hits = rows.flatMap((row) => row.hits);
  const expected = page === slice.first ? (found.total ?? null) : slice.expected && Math.max(slice.expected, found.total ?? 0);
  const named = project === null ? [...addResults(slice.named, rows.map(resultKey(page)))] : [];
  const lookups = project === null ? lookupSlices(hits, slice) : [];
  const settled = slice.settled || lookups.some(({ settles }) => settles !== null);
  const nextPage: SearchSlice[] = next !== null && page < last ? [{ ...slice, page: next, expected, named, settled }] : [];
  const capped = next !== null && page >= last;
  if (project === null) {
    const references = rows.flatMap((row) => row.references);
    const unread = nextPage.length > 0 ? 0 : leftOut({ ...slice, expected, named });
    return {
      references,
      // Pages first: results move while others are read in between.
      more: [...nextPage, ...lookups],
      total: references.length + unread,
      capped,
      state: moveCursor(scope === 'blobs' ? answered(state) : state, { ...slice, settled }, next),
    };
  }
  // A file is named once for each of its matches.
  const files = new Map(hits.map(({ hit }) => referenceIn(project, hit)).map((reference) => [reference.key, reference]));
  const isEnd = nextPage.length === 0;
  const commits = searchPages({ ...slice, scope: 'commits' }, { first: 1, last: PAGES_A_PASS, rotates: false });
  return {
    references: [...files.values()],
    more: [...nextPage, ...(isEnd && scope === 'blobs' ? [commits] : [])],
    total: files.size,
    capped,
    ...(isEnd && scope === 'commits' && { state: markRead(state, project, now) }),
  };
}

/**
 * GitLab's results that this pass does not read. What it reads is counted where it is referenced, because not every result is a document
 * that everybody may see.
 */
function leftOut({ first, rotates, expected, named }: SearchSlice): number {
  if (expected === null || !rotates) return 0;
  return Math.max(0, expected - named.length - (first > 1 ? PER_PAGE : 0));
}

/** What tells results apart; those that not everybody may see are told apart by their place. */
const resultKey =
  (page: number) =>
  ({ references, hits }: Found, at: number): string => {
    const [reference] = references;
    const [found] = hits;
    if (reference !== undefined) return reference.key;
    return found === undefined ? `hidden ${page} ${at}` : keyOf(found.hit, found.project);
  };

/** Code has no order; of the rest the newest comes first. */
const NEWEST = { orderBy: 'created_at', sort: 'desc' } as const;

type SearchOptions = (
  | { readonly projectId: number; readonly groupId?: undefined }
  | { readonly projectId?: undefined; readonly groupId?: undefined }
) & {
  /** The search that reads a query as siteQuery or projectQuery write it. */
  readonly searchType?: 'advanced' | 'basic';
  readonly includeArchived?: true;
  readonly page: number;
  readonly perPage: number;
  readonly showExpanded: true;
};

/** The library has a method with a type of its own for each scope. */
const SEARCHES: Readonly<Record<Scope, (search: Search, query: string, options: SearchOptions) => Promise<unknown>>> = {
  blobs: (search, query, options) => search.all('blobs', query, options),
  commits: (search, query, options) => search.all('commits', query, options),
  projects: (search, query, options) => search.all('projects', query, { ...options, ...NEWEST }),
  snippet_titles: (search, query, options) => search.all('snippet_titles', query, { ...options, ...NEWEST }),
  issues: (search, query, options) => search.all('issues', query, { ...options, ...NEWEST }),
  merge_requests: (search, query, options) => search.all('merge_requests', query, { ...options, ...NEWEST }),
};

function pageOf(context: GitlabContext, { scope, query, project, page }: SearchSlice) {
  const row: z.ZodType<Found> = ROWS[scope];
  const isCode = scope === 'blobs' || scope === 'commits';
  return askPage(context, { resource: RESOURCE.search, row, page }, ({ search }, paging) =>
    SEARCHES[scope](
      search,
      query,
      project === null
        ? { includeArchived: true, ...(isCode && { searchType: 'advanced' }), ...paging }
        : { projectId: project.id, searchType: 'basic', ...paging },
    ),
  );
}

function afterRefusal(
  refusal: GitlabRefusal,
  { scope, project, page }: SearchSlice,
  { request, state, now }: { request: GitlabRequest; state: GitlabState; now: number },
): Answer {
  const { reason, text } = refusal;
  const nothing = { references: [], more: [] };
  // Of a project that was found before.
  if (project !== null && reason !== 'scope') return { ...nothing, incomplete: isMissed(refusal) };
  if (project === null && reason !== 'scope') throw new UpstreamError('broken_answer', { text });
  if (scope !== 'blobs' || project !== null) return { ...nothing, incomplete: scope !== 'commits' };
  const next = refused(state, now);
  // The search for projects that waits already has all words in one query.
  const projects = request.words.length > 1 ? projectSlices(request, next) : [];
  return { ...nothing, more: projects, incomplete: page > 1, state: next };
}
