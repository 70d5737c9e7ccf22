export * from './code-corpus.ts';
export * from './github-search-api.ts';
export type { GithubResource, GithubServerOptions } from './github-server.ts';
export * from './github-texts.ts';
