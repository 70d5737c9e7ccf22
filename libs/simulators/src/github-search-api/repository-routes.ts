import { type CodeCorpus, type CodeRepository, commitOf, treeId } from './code-corpus.ts';
import { type GithubAnswer, type GithubRoute, given, json } from './github-server.ts';
import { branchOf, searchedRepository } from './github-shapes.ts';
import { GITHUB_REFUSALS } from './github-texts.ts';

export interface RepositoryOptions {
  /** Entries after which a recursive tree is cut; GitHub's limit when not given. */
  readonly treeEntries?: number;
}

const TREE_ENTRIES = 100_000;
const LINE = 60;

/** What is asked of one repository, by its name or by its id. */
export function repositoryRoutes(corpus: CodeCorpus, { treeEntries = TREE_ENTRIES }: RepositoryOptions): readonly GithubRoute[] {
  const route = (
    path: string,
    answer: (repository: CodeRepository, rest: string, origin: string, url: URL) => GithubAnswer,
  ): readonly GithubRoute[] => [
    {
      path: new RegExp(`^/repos/([^/]+)/([^/]+)${path}$`),
      resource: 'core',
      answer: ({ parts: [owner = '', name = '', rest = ''], url }, origin) => {
        const wanted = `${owner}/${name}`.toLowerCase();
        const repository = corpus.repositories.find((one) => `${one.owner}/${one.name}`.toLowerCase() === wanted);
        const renamed = corpus.repositories.find(({ formerNames = [] }) => formerNames.some((former) => former.toLowerCase() === wanted));
        if (repository === undefined && renamed !== undefined)
          return moved(`${origin}${url.pathname.replace(/^\/repos\/[^/]+\/[^/]+/, `/repositories/${renamed.id}`)}${url.search}`);
        return refusal(repository) ?? (repository === undefined ? given(GITHUB_REFUSALS.notFound) : answer(repository, rest, origin, url));
      },
    },
    {
      path: new RegExp(`^/repositories/(\\d+)${path}$`),
      resource: 'core',
      answer: ({ parts: [id = '', rest = ''], url }, origin) => {
        const repository = corpus.repositories.find((one) => one.id === Number(id));
        return refusal(repository) ?? (repository === undefined ? given(GITHUB_REFUSALS.notFound) : answer(repository, rest, origin, url));
      },
    },
  ];
  return [
    ...route('', (repository, _, origin) => json(searchedRepository(origin, repository))),
    ...route('/git/blobs/([0-9a-f]+)', (repository, sha, origin) => {
      const file = corpus.filesOf(repository).find((one) => one.sha === sha);
      if (file === undefined) return given(GITHUB_REFUSALS.notFound);
      const content = file.bytes.toString('base64').replaceAll(new RegExp(`.{1,${LINE}}`, 'g'), '$&\n');
      const url = `${origin}/repos/${repository.owner}/${repository.name}/git/blobs/${sha}`;
      return json({ sha, node_id: `B_${sha}`, size: file.bytes.byteLength, url, content, encoding: 'base64' });
    }),
    ...route('/branches/(.+)', (repository, name, origin) =>
      repository.empty === true || name !== (repository.branch ?? 'main')
        ? given(GITHUB_REFUSALS.notFound)
        : json(branchOf(origin, repository, name)),
    ),
    ...route('/git/trees/([^/]+)', (repository, sha, origin, url) => {
      if (repository.empty === true) return given(GITHUB_REFUSALS.emptyRepository);
      const entries = entriesOf(corpus, repository, sha, origin);
      if (entries === undefined) return given(GITHUB_REFUSALS.notFound);
      const isRecursive = url.searchParams.has('recursive');
      const shown = isRecursive ? entries : entries.filter(({ path }) => !path.includes('/'));
      const cut = isRecursive ? shown.slice(0, treeEntries) : shown;
      return json({
        sha,
        url: `${origin}/repos/${repository.owner}/${repository.name}/git/trees/${sha}`,
        tree: cut,
        truncated: cut.length < shown.length,
      });
    }),
  ];
}

const moved = (to: string): GithubAnswer =>
  given({
    status: 301,
    body: JSON.stringify({
      message: 'Moved Permanently',
      url: to,
      documentation_url: 'https://docs.github.com/rest/guides/best-practices-for-using-the-rest-api#follow-redirects',
    }),
    headers: { location: to },
  });

function refusal(repository: CodeRepository | undefined): GithubAnswer | undefined {
  if (repository?.deleted === true) return given(GITHUB_REFUSALS.notFound);
  if (repository?.blocked === 'tos') return given(GITHUB_REFUSALS.accessBlocked);
  return repository?.blocked === 'dmca' ? given(GITHUB_REFUSALS.dmca) : undefined;
}

/** Everything below a tree, folders before what is in them. */
function entriesOf(corpus: CodeCorpus, repository: CodeRepository, sha: string, origin: string) {
  const files = corpus.filesOf(repository);
  const folders = new Set(files.flatMap(({ path }) => foldersOf(path)));
  const root = ['', ...folders].find((folder) => treeId(repository, folder) === sha || (folder === '' && commitOf(repository) === sha));
  if (root === undefined) return undefined;
  const api = `${origin}/repos/${repository.owner}/${repository.name}/git`;
  const below = (path: string): boolean => root === '' || path.startsWith(`${root}/`);
  const within = (path: string): string => (root === '' ? path : path.slice(root.length + 1));
  return [
    ...[...folders].filter(below).map((path) => {
      const id = treeId(repository, path);
      return { path: within(path), mode: '040000', type: 'tree', sha: id, url: `${api}/trees/${id}` };
    }),
    ...files
      .filter(({ path }) => below(path))
      .map(({ path, sha: id, bytes }) => ({
        path: within(path),
        mode: '100644',
        type: 'blob',
        sha: id,
        size: bytes.byteLength,
        url: `${api}/blobs/${id}`,
      })),
  ].sort((one, other) => (one.path < other.path ? -1 : 1));
}

function foldersOf(path: string): string[] {
  const steps = path.split('/').slice(0, -1);
  return steps.map((_, at) => steps.slice(0, at + 1).join('/'));
}
