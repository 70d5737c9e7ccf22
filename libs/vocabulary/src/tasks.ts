import type { SourceType } from './sources.ts';

/** Which form makes a task: patterns over public sources, one pattern read to the end, or monitored git repositories. */
export const TASK_KINDS = ['normal', 'deep', 'git_monitoring'] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

/** Where a task of a kind may look: streams cannot be read to the end, repositories are chosen by git monitoring. */
export const SOURCES_OF_KIND: Readonly<Record<TaskKind, readonly SourceType[]>> = {
  normal: ['github', 'gist', 'pastebin', 'telegram', 'gitlab_cloud', 'google_docs'],
  deep: ['github', 'gist', 'google_docs'],
  git_monitoring: ['git_repo'],
};

/** Sources that the documents call beta. */
export const BETA_SOURCES: ReadonlySet<SourceType> = new Set<SourceType>(['telegram', 'gitlab_cloud', 'google_docs']);

/** Sources for which this version has a crawler. Others can be chosen; they are told not to be crawled and get no launches. */
export const CRAWLED_SOURCES: ReadonlySet<SourceType> = new Set<SourceType>(['git_repo']);
