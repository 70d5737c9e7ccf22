import { z } from 'zod';
import type { Answer, Reference } from '../unit-source.port.ts';
import { askGithub, type GithubContext } from './github-client.ts';
import { ANSWER_BYTES, CODE_AXES, GITHUB_BOUNDS } from './github-limits.ts';
import { type BlobHint, type GithubRequest, type GithubState, webAddress } from './github-requests.ts';
import { type PageSlice, readPage, type SearchBounds } from './read-results.ts';
import { spellPart, type Traits } from './search-part.ts';

const foundFile = z.object({
  path: z.string(),
  sha: z.string(),
  html_url: webAddress,
  file_size: z.number().int().nullish(),
  repository: z.object({
    id: z.number().int(),
    name: z.string(),
    full_name: z.string(),
    html_url: webAddress,
    owner: z.object({ login: z.string() }),
    private: z.boolean().default(false),
  }),
});
const results = z.object({ total_count: z.number().int(), incomplete_results: z.boolean(), items: z.array(foundFile) });

/** Asks one page of a code search. What the results quote is not used: every file is fetched and matched. */
export async function searchCode(
  context: GithubContext,
  request: GithubRequest,
  slice: PageSlice,
  { state, now, bounds = GITHUB_BOUNDS }: { readonly state: GithubState; readonly now: Date; readonly bounds?: SearchBounds },
): Promise<Answer> {
  const { data } = await askGithub(context, {
    resource: 'code_search',
    route: 'GET /search/code',
    parameters: {
      q: [request.query, spellPart(slice.part, CODE_AXES)].join(' ').trim(),
      per_page: bounds.perPage,
      page: slice.page,
    },
    schema: results,
    maximumBytes: ANSWER_BYTES.search,
  });
  const found = {
    total: data.total_count,
    timedOut: data.incomplete_results,
    keys: data.items.map(keyOf),
    sample: data.items.map(traitsOf),
  };
  const page = readPage(slice, found, state.rotation, { deep: request.deep, axes: CODE_AXES, bounds, now });
  // What the account may see and others may not is no leak, and is never read.
  const shown = page.kept ? data.items.filter(({ repository }) => !repository.private) : [];
  const hidden = page.kept ? data.items.length - shown.length : 0;
  return {
    references: shown.map(toReference),
    more: page.more,
    total: hidden === 0 ? page.total : (page.total ?? 0) - hidden,
    capped: page.capped,
    incomplete: page.incomplete,
    state: { ...state, rotation: page.state },
  };
}

/** What results of one size are divided by. The first folder of a path; files at the root have none. */
function traitsOf({ path, repository }: z.output<typeof foundFile>): Traits {
  const [, extension] = /[^/]\.([A-Za-z0-9]+)$/.exec(path) ?? [];
  const [, folder] = /^([^/]+)\//.exec(path) ?? [];
  return { ...(extension !== undefined && { extension }), ...(folder !== undefined && { path: folder }), user: repository.owner.login };
}

const keyOf = ({ path, repository }: Pick<z.output<typeof foundFile>, 'path' | 'repository'>): string => `${repository.id}:${path}`;

function toReference({ path, sha, html_url, file_size, repository }: z.output<typeof foundFile>): Reference {
  const hint: BlobHint = { owner: repository.owner.login, name: repository.name, path, sha, size: file_size ?? null, page: html_url };
  return {
    key: keyOf({ path, repository }),
    version: sha,
    container: { key: String(repository.id), title: repository.full_name, url: repository.html_url, owner: repository.owner.login },
    hint,
  };
}
