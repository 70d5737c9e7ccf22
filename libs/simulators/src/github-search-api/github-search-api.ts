import { CodeCorpus, type CodeRepository } from './code-corpus.ts';
import { type GithubServer, type GithubServerOptions, startGithubServer } from './github-server.ts';
import { type RepositoryOptions, repositoryRoutes } from './repository-routes.ts';
import { type SearchFaults, searchRoutes } from './search-routes.ts';

export interface GithubSearchOptions extends GithubServerOptions, RepositoryOptions {
  readonly repositories: readonly CodeRepository[] | CodeCorpus;
}

export interface GithubSearchApi extends GithubServer {
  readonly corpus: CodeCorpus;
  readonly faults: SearchFaults;
}

/** GitHub's search of code and of repositories with what is read of a repository: branch, trees, blobs. */
export async function startGithubSearchApi({ repositories, ...options }: GithubSearchOptions): Promise<GithubSearchApi> {
  const corpus = repositories instanceof CodeCorpus ? repositories : new CodeCorpus(repositories);
  const faults: SearchFaults = { timesOut: false };
  const api = await startGithubServer([...searchRoutes(corpus, faults), ...repositoryRoutes(corpus, options)], options);
  return Object.assign(api, { corpus, faults });
}
