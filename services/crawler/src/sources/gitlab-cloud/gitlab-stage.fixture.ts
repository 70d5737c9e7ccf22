import { type GitlabCloudApi, type GitlabCloudOptions, startGitlabCloud } from '@leakwatch/simulators';
import { SourceStage, StageAccess } from '../source-stage.fixture.ts';
import { GitlabCloudSource } from './gitlab-cloud.source.ts';
import type { GitlabRequest } from './gitlab-query.ts';

export const TOKEN = 'glpat-secret-of-the-bot';
/** No test waits for a window; those that mean the limit say so. */
const WIDE = { requests: 1_000_000, seconds: 60 };

export interface GitlabStage {
  readonly api: GitlabCloudApi;
  readonly stage: SourceStage;
}

const open: GitlabCloudApi[] = [];

export async function closeAll(): Promise<void> {
  for (const api of open.splice(0)) await api.close();
}

/** A simulated GitLab and the source that reads it, with one account of the tier. */
export async function startStage(
  tier: 'free' | 'paid',
  words: string | Partial<GitlabRequest>,
  options: Partial<GitlabCloudOptions> = {},
): Promise<GitlabStage> {
  const api = await startGitlabCloud({ searchWindow: WIDE, apiWindow: WIDE, accounts: { [TOKEN]: { tier } }, ...options });
  open.push(api);
  const request = { search: 'by_code', words: typeof words === 'string' ? [words] : [], ...(typeof words !== 'string' && words) };
  return { api, stage: new SourceStage(sourceOf(api), request, new StageAccess(TOKEN)) };
}

export const sourceOf = (api: GitlabCloudApi) => new GitlabCloudSource({ GITLAB_CLOUD_URL: api.origin });

/** `path: text` of what was read. */
export const textsOf = (stage: SourceStage): Record<string, string> =>
  Object.fromEntries(
    stage.documents.map(({ path, bytes, unread, reference }) => [
      `${reference.container.title} ${path}`,
      bytes === undefined ? `(${unread})` : Buffer.from(bytes).toString(),
    ]),
  );

/** The searches that were made: scope, query, project and page. */
export const searchesOf = (api: GitlabCloudApi, from = 0): string[] =>
  api.requests
    .slice(from)
    .map(({ path }) => new URL(path, 'http://x'))
    .filter(({ pathname }) => pathname.endsWith('/search'))
    .map(({ pathname, searchParams }) => {
      const project = /projects\/(\d+)/.exec(pathname)?.[1];
      return `${searchParams.get('scope')} ${searchParams.get('search')}${project === undefined ? '' : ` in ${project}`} ${searchParams.get('page')}`;
    });
