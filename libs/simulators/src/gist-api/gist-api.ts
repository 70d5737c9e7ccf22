import { type HostApi, linkHeader, type PageAsked } from '../host-api/host-api.ts';
import { searchedWords } from '../github-search-api/code-corpus.ts';
import {
  type GithubAnswer,
  type GithubRoute,
  type GithubServerOptions,
  given,
  json,
  startGithubServer,
} from '../github-search-api/github-server.ts';
import { GITHUB_REFUSALS } from '../github-search-api/github-texts.ts';
import { every, inRange, type Qualifier, readQuery } from '../github-search-api/search-grammar.ts';
import { fileId, GistCorpus, type GistFileContent, type SimulatedGist } from './gist-corpus.ts';
import { gistComment, listedGist, wholeGist } from './gist-shapes.ts';
import { searchPage } from './search-page.ts';

export interface GistOptions extends GithubServerOptions {
  readonly gists: readonly SimulatedGist[] | GistCorpus;
  /** How content that is no UTF-8 is given; see `wholeGist`. */
  readonly binary?: 'base64' | 'replaced';
}

export interface GistApi extends HostApi {
  readonly corpus: GistCorpus;
}

const LISTED = 3_000;
const SEARCH = { perPage: 10, pages: 100 };

/** Public gists: the API's list, gists and comments, raw files, and the search of the web site, all on one address. */
export async function startGistApi({ gists, binary = 'base64', ...options }: GistOptions): Promise<GistApi> {
  const corpus = gists instanceof GistCorpus ? gists : new GistCorpus(gists);
  const api = await startGithubServer(gistRoutes(corpus, binary), options);
  return Object.assign(api, { corpus });
}

export function gistRoutes(corpus: GistCorpus, binary: 'base64' | 'replaced'): readonly GithubRoute[] {
  const withGist = (id = '', answer: (gist: SimulatedGist) => GithubAnswer): GithubAnswer => {
    const gist = corpus.gists.find((one) => one.id === id);
    if (gist === undefined || gist.deleted === true) return given(GITHUB_REFUSALS.notFound);
    return gist.blocked === true ? given(GITHUB_REFUSALS.gistBlocked) : answer(gist);
  };
  return [
    { path: /^\/gists\/public$/, resource: 'core', answer: (asked, origin) => listPage(corpus, asked, origin) },
    {
      path: /^\/gists\/([0-9a-f]+)$/,
      resource: 'core',
      answer: ({ parts: [id] }, origin) => withGist(id, (gist) => json(wholeGist(origin, gist, binary))),
    },
    {
      path: /^\/gists\/([0-9a-f]+)\/comments$/,
      resource: 'core',
      answer: (asked, origin) =>
        withGist(asked.parts[0], (gist) => {
          const comments = (gist.comments ?? []).map((body, at) => gistComment(origin, gist, body, at));
          return pageOf(comments, asked, origin);
        }),
    },
    {
      path: /^\/[^/]+\/([0-9a-f]+)\/raw\/([0-9a-f]{40})\/[^/]+$/,
      resource: null,
      answer: ({ parts: [id, sha] }) =>
        withGist(id, (gist) => {
          const file = gist.files.find((one) => fileId(one) === sha);
          return file === undefined ? given(GITHUB_REFUSALS.notFound) : { kind: 'raw', bytes: Buffer.from(file.content) };
        }),
    },
    { path: /^\/search$/, resource: null, answer: ({ url }) => webSearch(corpus, url) },
  ];
}

function listPage(corpus: GistCorpus, asked: PageAsked, origin: string): GithubAnswer {
  if ((asked.page - 1) * asked.perPage >= LISTED) return given(GITHUB_REFUSALS.pagesLimited);
  const since = Date.parse(asked.url.searchParams.get('since') ?? '1970-01-01T00:00:00Z');
  const listed = corpus.listed.filter(({ updatedAt }) => Date.parse(updatedAt) > since).slice(0, LISTED);
  return pageOf(listed, asked, origin, (gist) => listedGist(origin, gist));
}

function pageOf<T>(rows: readonly T[], asked: PageAsked, origin: string, shown: (row: T) => unknown = (row) => row): GithubAnswer {
  const start = (asked.page - 1) * asked.perPage;
  const link = linkHeader(origin, asked, Math.max(1, Math.ceil(rows.length / asked.perPage)));
  return json(rows.slice(start, start + asked.perPage).map(shown), link === '' ? {} : { link });
}

function webSearch(corpus: GistCorpus, url: URL): GithubAnswer {
  const q = url.searchParams.get('q') ?? '';
  const page = Math.max(1, Number(url.searchParams.get('p') ?? 1));
  const query = readQuery(q);
  if ('status' in query || page > SEARCH.pages) return { kind: 'page', body: '<html><body>Whoa there!</body></html>', status: 422 };
  const { phrases, qualifiers } = query;
  const found = corpus.listed.filter((gist) =>
    gist.files.some((file) => {
      const words = searchedWords(`${file.name} ${gist.description ?? ''} ${Buffer.from(file.content).toString('utf8')}`);
      return phrases.every((phrase) => words.includes(phrase)) && every(qualifiers, holdsOf(gist, file));
    }),
  );
  const gists = found.slice((page - 1) * SEARCH.perPage, page * SEARCH.perPage);
  const pages = Math.min(SEARCH.pages, Math.ceil(found.length / SEARCH.perPage));
  return { kind: 'page', body: searchPage({ q, total: found.length, page, pages, gists }) };
}

const holdsOf =
  ({ owner }: SimulatedGist, { name: file, content }: GistFileContent) =>
  ({ name, value }: Qualifier): boolean => {
    if (name === 'size') return inRange(Buffer.from(content).byteLength, value, Number);
    if (name === 'extension') return file.toLowerCase().endsWith(`.${value}`);
    if (name === 'filename') return file.toLowerCase().includes(value);
    return name === 'user' ? owner?.toLowerCase() === value : true;
  };
