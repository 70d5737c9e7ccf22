import { type CodeRepository, type GithubSearchApi, type GithubSearchOptions, startGithubSearchApi } from '@leakwatch/simulators';
import { SourceStage, StageAccess } from '../source-stage.fixture.ts';
import { GithubSource } from './github.source.ts';
import type { GithubRequest } from './github-requests.ts';

export const SECRET = 'ghp_secret';
const open: GithubSearchApi[] = [];

/** Every byte there is, so that a text encoding on the way would be seen. */
export const BINARY = Buffer.concat([Buffer.from('corp.example '), Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))]);

export const LEAKY: readonly CodeRepository[] = [
  {
    id: 71,
    owner: 'team',
    name: 'infra',
    description: 'Machines of corp.example',
    formerNames: ['team/old'],
    files: [
      { path: 'conf/app.env', content: 'HOST=db.corp.example\nPASSWORD=hunter2\n' },
      { path: 'conf/é #1?.yml', content: 'host: db.corp.example\n' },
      { path: 'dump.bin', content: BINARY },
      { path: 'unrelated.txt', content: 'nothing\n' },
    ],
  },
  { id: 72, owner: 'other', name: 'notes', files: [{ path: 'README.md', content: 'Mail bob@corp.example\n' }] },
];

export async function startGithub(options: Partial<GithubSearchOptions> = {}): Promise<GithubSearchApi> {
  const generous = { code_search: 100_000, search: 100_000, core: 1_000_000 };
  const api = await startGithubSearchApi({ repositories: LEAKY, limits: generous, ...options });
  open.push(api);
  return api;
}

export async function closeGithub(): Promise<void> {
  for (const api of open.splice(0)) await api.close();
}

export const sourceOf = (api: GithubSearchApi): GithubSource => new GithubSource({ GITHUB_API_URL: api.origin });

export const codeRequest = (query: string, deep = false): GithubRequest => ({ by: 'code', query, deep });
export const repositoryRequest = (query: string, deep = false): GithubRequest => ({ by: 'repository', query, deep });

export const githubStage = (api: GithubSearchApi, request: GithubRequest, access = new StageAccess(SECRET)): SourceStage =>
  new SourceStage(sourceOf(api), request, access);
