import { linkHeader, type PageAsked } from '../host-api/host-api.ts';
import { type CodeCorpus, type CodeRepository, type IndexedFile, searchedWords } from './code-corpus.ts';
import { type GithubAnswer, type GithubRoute, given, json } from './github-server.ts';
import { foundFile, searchedRepository } from './github-shapes.ts';
import { GITHUB_REFUSALS } from './github-texts.ts';
import { every, inRange, type Qualifier, readQuery, type SearchQuery } from './search-grammar.ts';

export interface SearchFaults {
  /** The search gives a part of the page only and says so. */
  timesOut: boolean;
}

const CAP = 1_000;

export function searchRoutes(corpus: CodeCorpus, faults: SearchFaults): readonly GithubRoute[] {
  const candidates = new Map<string, readonly IndexedFile[]>();
  let version = -1;
  /** The queries of one pass differ in their qualifiers only, its pages not at all. */
  const once = (key: string, find: () => readonly IndexedFile[]): readonly IndexedFile[] => {
    if (version !== corpus.version) candidates.clear();
    version = corpus.version;
    const found = candidates.get(key) ?? find();
    candidates.set(key, found);
    return found;
  };
  const containing = (phrases: readonly string[]) =>
    once(phrases.join('\n'), () => corpus.searched.filter(({ words }) => phrases.every((phrase) => words.includes(phrase))));
  const searched = ({ phrases, qualifiers }: SearchQuery) =>
    once(JSON.stringify([phrases, qualifiers]), () => {
      const withForks = qualifiers.some(({ name }) => name === 'fork');
      return containing(phrases).filter((file) => (withForks || file.repository.fork !== true) && every(qualifiers, holdsOf(file)));
    });
  const code: GithubRoute = {
    path: /^\/search\/code$/,
    resource: 'code_search',
    authenticated: true,
    answer: (asked, origin) => {
      const { searchParams } = asked.url;
      if (searchParams.getAll('q').length > 1 || /\D/.test(searchParams.get('page') ?? ''))
        return given({ status: 400, body: 'Bad Request', type: 'text/plain' });
      const q = searchParams.get('q')?.trim() ?? '';
      if (q === '') return given(GITHUB_REFUSALS.missingQuery);
      const query = readQuery(q);
      if ('status' in query) return given(query);
      if (asked.page * asked.perPage > CAP) return given(GITHUB_REFUSALS.codeBeyondCap);
      return results(searched(query), asked, origin, faults, (file) => foundFile(origin, file, query.phrases));
    },
  };
  const repositories: GithubRoute = {
    path: /^\/search\/repositories$/,
    resource: 'search',
    answer: (asked, origin) => {
      const q = asked.url.searchParams.get('q')?.trim() ?? '';
      if (q === '') return given(GITHUB_REFUSALS.missingQuery);
      const query = readQuery(q);
      if ('status' in query) return given(query);
      if ((asked.page - 1) * asked.perPage >= CAP) return given(GITHUB_REFUSALS.beyondCap);
      const found = corpus.repositories.filter(
        (one) =>
          one.fork !== true &&
          every(query.qualifiers, holdsOfRepository(one)) &&
          query.phrases.every((phrase) => aboutOf(one).includes(phrase)),
      );
      return results(found, asked, origin, faults, (one) => searchedRepository(origin, one));
    },
  };
  return [code, repositories];
}

function results<T>(
  found: readonly T[],
  asked: PageAsked,
  origin: string,
  { timesOut }: SearchFaults,
  shown: (one: T) => unknown,
): GithubAnswer {
  const start = (asked.page - 1) * asked.perPage;
  const page = found.slice(start, Math.min(start + asked.perPage, CAP));
  const items = timesOut ? page.slice(0, Math.floor(page.length / 2)) : page;
  const link = linkHeader(origin, asked, Math.max(1, Math.ceil(Math.min(found.length, CAP) / asked.perPage)));
  const body = { total_count: found.length, incomplete_results: timesOut, items: items.map(shown) };
  return json(body, { 'cache-control': 'no-cache', ...(link !== '' && { link }) });
}

const holdsOf =
  ({ path, repository, bytes }: IndexedFile) =>
  ({ name, value }: Qualifier): boolean => {
    const lower = path.toLowerCase();
    const base = lower.slice(lower.lastIndexOf('/') + 1);
    if (name === 'size') return inRange(bytes.byteLength, value, Number);
    if (name === 'extension') return base.lastIndexOf('.') > 0 && base.endsWith(`.${value}`);
    if (name === 'filename') return base.includes(value);
    if (name === 'path') return lower.startsWith(`${value}/`);
    if (name === 'user' || name === 'org') return repository.owner.toLowerCase() === value;
    if (name === 'repo') return `${repository.owner}/${repository.name}`.toLowerCase() === value;
    return true;
  };

const aboutOf = ({ owner, name, description = '', files }: CodeRepository): string => {
  const readme = files.find(({ path }) => /^readme(\.|$)/i.test(path));
  return searchedWords(`${owner}/${name} ${description} ${readme === undefined ? '' : Buffer.from(readme.content).toString('utf8')}`);
};

const holdsOfRepository =
  ({ owner, language = '', createdAt = '2020-01-01T00:00:00Z' }: CodeRepository) =>
  ({ name, value }: Qualifier): boolean => {
    if (name === 'created') return inRange(Date.parse(createdAt), value.toUpperCase(), Date.parse);
    if (name === 'language') return language.toLowerCase() === value;
    return name === 'user' || name === 'org' ? owner.toLowerCase() === value : true;
  };
