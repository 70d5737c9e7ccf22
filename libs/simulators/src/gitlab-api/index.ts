export * from './gitlab-api.ts';
export { startGitlabCloud } from './gitlab-cloud-api.ts';
export type { GitlabCloudAccount, GitlabCloudApi, GitlabCloudOptions } from './cloud-call.ts';
export * from './cloud-corpus.ts';
