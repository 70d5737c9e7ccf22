import type { ServerResponse } from 'node:http';
import { type HostApi, linkHeader, type PageAsked, sendJson, startHostApi } from '../host-api/host-api.ts';
import type { SimulatedRepository } from '../host-api/hosted.ts';

export interface GithubAccount {
  readonly type: 'Organization' | 'User';
  readonly repositories: readonly SimulatedRepository[];
}

export interface GithubApiOptions {
  /** By login; compared without regard to letter case, as GitHub does. */
  readonly accounts: Readonly<Record<string, GithubAccount>>;
  /** Where the repositories' addresses lead; github.com when nothing is said. */
  readonly site?: string;
  readonly port?: number;
}

const DOCS = 'https://docs.github.com/rest/repos/repos#list-organization-repositories';
const HOUR_LIMIT = 60;

/** GitHub's list of an account's repositories in its documented shape: `/orgs/{org}/repos` and `/users/{user}/repos`. */
export function startGithubApi(options: GithubApiOptions): Promise<HostApi> {
  const { accounts, site = 'https://github.com', port } = options;
  return startHostApi(
    {
      serve: (asked, request, response, origin) => {
        limits(response, HOUR_LIMIT - 1);
        if (request.headers['user-agent'] === undefined)
          return sendJson(response, 403, { message: 'Request forbidden by administrative rules.' });
        const [, kind, login = ''] = /^\/(orgs|users)\/([^/]+)\/repos$/.exec(asked.url.pathname) ?? [];
        const name = decodeURIComponent(login).toLowerCase();
        const [canonical, account] = Object.entries(accounts).find(([one]) => one.toLowerCase() === name) ?? [];
        const fits = account !== undefined && (kind === 'users' || account.type === 'Organization');
        if (!fits || canonical === undefined)
          return sendJson(response, 404, { message: 'Not Found', documentation_url: DOCS, status: '404' });
        return sendPage(response, asked, origin, account.repositories.filter((one) => one.private !== true).map(shown(site, canonical)));
      },
      limited: (response, seconds) => {
        limits(response, seconds === null ? HOUR_LIMIT / 2 : 0, seconds ?? undefined);
        const message =
          seconds === null
            ? 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.'
            : 'API rate limit exceeded for 203.0.113.7. (But here is the good news: Authenticated requests get a higher rate limit.)';
        sendJson(response, 403, {
          message,
          documentation_url: 'https://docs.github.com/rest/overview/resources-in-the-rest-api#rate-limiting',
        });
      },
      badToken: (response) =>
        sendJson(response, 401, { message: 'Bad credentials', documentation_url: 'https://docs.github.com/rest', status: '401' }),
    },
    port,
  );
}

function limits(response: ServerResponse, remaining: number, resetIn = 3600): void {
  response.setHeader('x-ratelimit-limit', HOUR_LIMIT);
  response.setHeader('x-ratelimit-remaining', remaining);
  response.setHeader('x-ratelimit-used', HOUR_LIMIT - remaining);
  response.setHeader('x-ratelimit-reset', Math.floor(Date.now() / 1000) + resetIn);
  response.setHeader('x-ratelimit-resource', 'core');
}

function sendPage(response: ServerResponse, asked: PageAsked, origin: string, rows: readonly unknown[]): void {
  const pages = Math.max(1, Math.ceil(rows.length / asked.perPage));
  const link = linkHeader(origin, asked, pages);
  if (link !== '') response.setHeader('link', link);
  sendJson(response, 200, rows.slice((asked.page - 1) * asked.perPage, asked.page * asked.perPage));
}

/** The fields of GitHub's minimal repository that a client may lean on. */
const shown = (site: string, owner: string) => (repository: SimulatedRepository, at: number) => ({
  id: 1_000_000 + at,
  node_id: `R_${at}`,
  name: repository.name,
  full_name: `${owner}/${repository.name}`,
  private: repository.private ?? false,
  owner: { login: owner, id: 1 },
  html_url: repository.page ?? `${site}/${owner}/${repository.name}`,
  description: null,
  fork: repository.fork ?? false,
  clone_url: repository.remote ?? `${site}/${owner}/${repository.name}.git`,
  size: repository.empty === true ? 0 : 120,
  default_branch: repository.branch ?? 'main',
  archived: repository.archived ?? false,
  disabled: false,
  visibility: repository.private === true ? 'private' : 'public',
  pushed_at: '2026-01-01T00:00:00Z',
});
