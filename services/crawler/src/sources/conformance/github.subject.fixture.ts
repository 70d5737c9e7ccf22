import { type CodeRepository, startGithubSearchApi } from '@leakwatch/simulators';
import { GithubSource } from '../github/github.source.ts';
import { githubTokens, TOKENS, WIDE } from './accounts.fixture.ts';
import { ALPHA, BETA, HTTP_FAULTS, type Subject, sufferOf, textOf } from './subject.fixture.ts';

const pathOf = (number: number): string => `src/file${number}.txt`;
const REPOSITORY: CodeRepository = { id: 71, owner: 'team', name: 'infra', description: 'Machines', files: [] };
/** Every account may see it, and nobody else: it must never be read. */
const HIDDEN: CodeRepository = {
  id: 72,
  owner: 'team',
  name: 'hidden',
  private: true,
  files: [{ path: 'hidden.txt', content: textOf(901) }],
};

/** GitHub by its search of code, or of repositories of which everything is read. */
export async function openGithub(by: 'by_code' | 'by_repository'): Promise<Subject> {
  const isWhole = by === 'by_repository';
  const { tokens, accept, refuse } = githubTokens();
  const described = isWhole ? { ...REPOSITORY, description: `${ALPHA} ${BETA}` } : REPOSITORY;
  const api = await startGithubSearchApi({ repositories: [described, HIDDEN], tokens, limits: WIDE });
  const files = (change: (before: CodeRepository['files']) => CodeRepository['files']) =>
    api.corpus.change((all) => all.map((one) => (one.id === REPOSITORY.id ? { ...one, files: change(one.files) } : one)));
  return {
    source: new GithubSource({ GITHUB_API_URL: api.origin }),
    accounts: TOKENS,
    task: { search_types: { github: by } },
    namesAll: isWhole,
    pageSize: isWhole ? 3 : 100,
    faults: HTTP_FAULTS,
    hasNetwork: true,
    requests: () => api.requests.length,
    put: (number) => files((before) => [{ path: pathOf(number), content: textOf(number) }, ...before]),
    remove: (number) => files((before) => before.filter(({ path }) => path !== pathOf(number))),
    pathOf,
    suffer: sufferOf(api),
    refuse,
    accept,
    close: api.close,
  };
}
