import { SOURCE_TYPES, type SourceType } from './sources.ts';

/** Patterns over public sources, one pattern read to the end of the results, or monitored git repositories. */
export const TASK_KINDS = ['normal', 'deep', 'git_monitoring'] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

/** Sources that a task of each kind may have. Streams cannot be read to the end, so a deep task has none. */
export const SOURCES_OF_KIND: Readonly<Record<TaskKind, readonly SourceType[]>> = {
  normal: ['github', 'gist', 'pastebin', 'telegram', 'gitlab_cloud', 'google_docs'],
  deep: ['github', 'gist', 'google_docs'],
  git_monitoring: ['git_repo'],
};

/** Sources that the console marks as beta. */
export const BETA_SOURCES: ReadonlySet<SourceType> = new Set<SourceType>(['telegram', 'gitlab_cloud', 'google_docs']);

/** Sources that are read in units, shared by the tasks that need them; git repositories are read as mirrors. */
export const UNIT_SOURCE_TYPES: ReadonlySet<SourceType> = new Set(SOURCE_TYPES.filter((source) => source !== 'git_repo'));
