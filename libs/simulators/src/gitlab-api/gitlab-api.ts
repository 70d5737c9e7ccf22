import type { ServerResponse } from 'node:http';
import { type HostApi, sendJson, sendText, startHostApi } from '../host-api/host-api.ts';
import type { SimulatedRepository } from '../host-api/hosted.ts';
import { sendPage } from './pages.ts';

export interface GitlabApiOptions {
  /** Projects by the full path of their group; a group's subgroups are the paths below it. */
  readonly groups: Readonly<Record<string, readonly SimulatedRepository[]>>;
  readonly users?: Readonly<Record<string, readonly SimulatedRepository[]>>;
  /** Where the projects' addresses lead; gitlab.com when nothing is said. */
  readonly site?: string;
  readonly port?: number;
}

const MINUTE_LIMIT = 500;

/** GitLab's list of a group's or a user's projects in its documented shape, below `/api/v4`. */
export function startGitlabApi(options: GitlabApiOptions): Promise<HostApi> {
  const { groups, users = {}, site = 'https://gitlab.com', port } = options;
  const projectsOf = (kind: string, path: string, deep: boolean) => {
    const wanted = path.toLowerCase();
    const own = (one: string) => one.toLowerCase() === wanted;
    const held = Object.entries(kind === 'groups' ? groups : users);
    if (!held.some(([one]) => own(one))) return undefined;
    const below = (one: string) => kind === 'groups' && deep && one.toLowerCase().startsWith(`${wanted}/`);
    return held
      .filter(([one]) => own(one) || below(one))
      .flatMap(([namespace, repositories]) => repositories.map((repository) => ({ namespace, repository })));
  };
  return startHostApi(
    {
      serve: (asked, _request, response, origin) => {
        limits(response, MINUTE_LIMIT - 1);
        const [, kind = '', path = ''] = /^\/api\/v4\/(groups|users)\/([^/]+)\/projects$/.exec(asked.url.pathname) ?? [];
        const deep = asked.url.searchParams.get('include_subgroups') === 'true';
        const found = projectsOf(kind, decodeURIComponent(path), deep);
        if (found === undefined)
          return sendJson(response, 404, { message: kind === 'users' ? '404 User Not Found' : '404 Group Not Found' });
        const visible = found.filter(({ repository }) => repository.private !== true);
        return sendPage(
          response,
          asked,
          origin,
          visible.map(({ namespace, repository }, at) => shown(site, namespace, repository, at)),
        );
      },
      limited: (response, seconds) => {
        limits(response, seconds === null ? MINUTE_LIMIT / 2 : 0, seconds ?? undefined);
        if (seconds !== null) response.setHeader('retry-after', seconds);
        sendText(response, 429, 'text/plain', 'Retry later\n');
      },
      badToken: (response) => sendJson(response, 401, { message: '401 Unauthorized' }),
    },
    port,
  );
}

function limits(response: ServerResponse, remaining: number, resetIn = 60): void {
  response.setHeader('ratelimit-limit', MINUTE_LIMIT);
  response.setHeader('ratelimit-name', 'throttle_unauthenticated_api');
  response.setHeader('ratelimit-observed', MINUTE_LIMIT - remaining);
  response.setHeader('ratelimit-remaining', remaining);
  response.setHeader('ratelimit-reset', Math.floor(Date.now() / 1000) + resetIn);
}

/** The fields of a project that a client may lean on, as an anonymous caller gets them. */
const shown = (site: string, namespace: string, repository: SimulatedRepository, at: number) => ({
  id: 2_000_000 + at,
  description: null,
  name: repository.name,
  name_with_namespace: `${namespace.replaceAll('/', ' / ')} / ${repository.name}`,
  path: repository.name,
  path_with_namespace: `${namespace}/${repository.name}`,
  created_at: '2026-01-01T00:00:00.000Z',
  default_branch: repository.empty === true ? null : (repository.branch ?? 'main'),
  topics: [],
  ssh_url_to_repo: `git@gitlab.com:${namespace}/${repository.name}.git`,
  http_url_to_repo: repository.remote ?? `${site}/${namespace}/${repository.name}.git`,
  web_url: repository.page ?? `${site}/${namespace}/${repository.name}`,
  forks_count: 0,
  star_count: 0,
  last_activity_at: '2026-01-01T00:00:00.000Z',
  empty_repo: repository.empty ?? false,
  archived: repository.archived ?? false,
  visibility: repository.private === true ? 'private' : 'public',
  ...(repository.fork === true && { forked_from_project: { id: 1, path_with_namespace: 'upstream/project' } }),
});
