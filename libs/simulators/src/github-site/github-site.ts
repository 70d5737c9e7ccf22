import { gistRoutes } from '../gist-api/gist-api.ts';
import { GistCorpus, type SimulatedGist } from '../gist-api/gist-corpus.ts';
import { CodeCorpus, type CodeRepository } from '../github-search-api/code-corpus.ts';
import { type GithubServerOptions, startGithubServer } from '../github-search-api/github-server.ts';
import { repositoryRoutes } from '../github-search-api/repository-routes.ts';
import { searchRoutes } from '../github-search-api/search-routes.ts';
import type { HostApi } from '../host-api/host-api.ts';

export interface GithubSiteOptions extends GithubServerOptions {
  readonly repositories: readonly CodeRepository[];
  readonly gists: readonly SimulatedGist[];
}

export interface GithubSite extends HostApi {
  readonly repositories: CodeCorpus;
  readonly gists: GistCorpus;
}

/** GitHub whole: search, repositories, gists and the site's gist search, all on one address. */
export async function startGithubSite(options: GithubSiteOptions): Promise<GithubSite> {
  const [repositories, gists] = [new CodeCorpus(options.repositories), new GistCorpus(options.gists)];
  const routes = [
    ...gistRoutes(gists, 'base64'),
    ...searchRoutes(repositories, { timesOut: false }),
    ...repositoryRoutes(repositories, {}),
  ];
  return Object.assign(await startGithubServer(routes, options), { repositories, gists });
}
