import { UpstreamError } from '../../accounts/upstream-error.ts';
import type { Answer } from '../unit-source.port.ts';
import type { GithubContext } from '../github/github-client.ts';
import { GithubRefusal, refusalOf } from '../github/github-refusal.ts';
import { type PageSlice, readPage, type Rotation } from '../github/read-results.ts';
import { spellPart, type Traits } from '../github/search-part.ts';
import { ANSWER_BYTES, GIST_AXES, GIST_SEARCH_BOUNDS } from './gist-limits.ts';
import { type ListedGist, toReference } from './gist-requests.ts';
import { readSearchPage } from './search-page.ts';

/** Asks one page of gist search. It is a web page for everybody: the account's token is not sent. */
export async function searchGists(
  { site, access, signal }: Omit<GithubContext, 'baseUrl'> & { readonly site: string },
  request: { readonly query: string; readonly deep: boolean },
  slice: PageSlice,
  { state, now }: { readonly state: Rotation; readonly now: Date },
): Promise<Answer> {
  const address = new URL('/search', site);
  address.search = new URLSearchParams({
    q: [request.query, spellPart(slice.part, GIST_AXES)].join(' ').trim(),
    p: String(slice.page),
    s: 'updated',
  }).toString();
  await access.spend('web');
  const headers = { 'user-agent': 'leakwatch', accept: 'text/html' };
  const response = await access.fetch(address.href, { headers, signal, maximumBytes: ANSWER_BYTES.page });
  if (!response.ok) throw failureOf(await refusalOf(response, { resource: 'web', secret: access.secret }));
  const found = readSearchPage(await response.text());
  const references = found.gists.map((gist) => toReference(site, gist));
  const page = readPage(slice, { total: found.total, keys: references.map(({ key }) => key), sample: found.gists.map(traitsOf) }, state, {
    deep: request.deep,
    axes: GIST_AXES,
    bounds: GIST_SEARCH_BOUNDS,
    now,
  });
  return {
    references: page.kept ? references : [],
    more: page.more,
    total: page.total,
    capped: page.capped,
    incomplete: page.incomplete,
    state: page.state,
  };
}

/** Gist search refuses no documents, and no account is used. */
const failureOf = (error: UpstreamError | GithubRefusal): UpstreamError => {
  if (error instanceof GithubRefusal) return new UpstreamError('broken_answer', { text: error.text });
  return error.failure === 'account_refused'
    ? new UpstreamError('unavailable', error.text === undefined ? {} : { text: error.text })
    : error;
};

function traitsOf({ name, owner }: ListedGist): Traits {
  const [, extension] = /.\.([A-Za-z0-9]+)$/.exec(name) ?? [];
  return { ...(extension !== undefined && { extension }), ...(owner !== null && { user: owner }) };
}
