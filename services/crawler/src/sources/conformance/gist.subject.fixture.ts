import { GistCorpus, gistId, startGistApi } from '@leakwatch/simulators';
import { GistSource } from '../gist/gist.source.ts';
import { githubTokens, TOKENS, WIDE } from './accounts.fixture.ts';
import { HTTP_FAULTS, type Subject, sufferOf, textOf } from './subject.fixture.ts';

const pathOf = (number: number): string => `note${number}.txt`;
const START = Date.parse('2026-01-01T00:00:00Z');
const timeOf = (number: number): string => new Date(START + number * 1_000).toISOString().replace('.000Z', 'Z');

/** Public gists: the list of new ones and the search of the web site. */
export async function openGist(): Promise<Subject> {
  const { tokens, accept, refuse } = githubTokens();
  const corpus = new GistCorpus([]);
  const api = await startGistApi({ gists: corpus, tokens, limits: WIDE });
  return {
    source: new GistSource({ GITHUB_API_URL: api.origin, GIST_WEB_URL: api.origin, GIST_RAW_URL: api.origin }),
    accounts: TOKENS,
    task: {},
    namesAll: false,
    pageSize: 10,
    faults: HTTP_FAULTS,
    hasNetwork: true,
    requests: () => api.requests.length,
    put: (number) =>
      corpus.put({
        id: gistId(number),
        owner: 'ann',
        files: [{ name: pathOf(number), content: textOf(number) }],
        updatedAt: timeOf(number),
      }),
    remove: (number) => void (corpus.gists = corpus.gists.filter(({ id }) => id !== gistId(number))),
    pathOf,
    suffer: sufferOf(api),
    refuse,
    accept,
    close: api.close,
  };
}
