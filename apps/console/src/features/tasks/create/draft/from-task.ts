import type { TaskDetails } from '@leakwatch/contracts';
import type { PatternKind, TaskKind } from '@leakwatch/vocabulary';
import { type Draft, EMPTY_DRAFT } from './draft.ts';

export const kindOf = (task: Pick<TaskDetails, 'is_deep' | 'is_git_monitoring'>): TaskKind =>
  task.is_git_monitoring ? 'git_monitoring' : task.is_deep ? 'deep' : 'normal';

/** The form of an existing task. Remotes arrive with masked credentials; sent back unchanged, the stored ones are kept. */
export function fromTask(task: TaskDetails): Draft {
  const texts = (kind: PatternKind): string[] => task.patterns.filter((one) => one.patterns_type === kind).map(({ pattern }) => pattern);
  return {
    title: task.title,
    deep: texts('deep')[0] ?? '',
    sources: task.sources.filter(({ active }) => active).map(({ source_type, search_type }) => ({ source_type, search_type })),
    observer: task.git_repository_observer ?? { ...EMPTY_DRAFT.observer, source_type: 'none' },
    repositories: task.git_repositories.map(({ repo_title, repo_url, repo_default_branch, git_remote_url, repo_remote_source }) => ({
      repo_title,
      repo_url,
      repo_default_branch,
      git_remote_url,
      repo_remote_source,
    })),
    keywords: task.public_domains.keywords,
    filterMode: task.filter_mode,
    lists: {
      recipients: task.recipients,
      channels: task.sources.flatMap(({ tg_channels }) => tg_channels.map(({ username }) => username)),
      publicDomains: task.public_domains.patterns,
      internalDomains: texts('internal_domain'),
      magicKeywords: texts('keyword'),
      expressions: texts('regex'),
      filterKeywords: task.filter_keywords.map(({ keyword }) => keyword),
    },
    typed: EMPTY_DRAFT.typed,
  };
}
