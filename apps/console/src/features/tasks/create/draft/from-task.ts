import type { TaskDetails } from '@leakwatch/contracts';
import type { PatternGroup, TaskKind } from '@leakwatch/vocabulary';
import { type Draft, EMPTY_DRAFT } from './draft.ts';

export const kindOf = (task: Pick<TaskDetails, 'is_deep' | 'is_git_monitoring'>): TaskKind =>
  task.is_git_monitoring ? 'git_monitoring' : task.is_deep ? 'deep' : 'normal';

/** The form of an existing task. Remotes arrive with masked credentials; sent back unchanged, the stored ones are kept. */
export function fromTask(task: TaskDetails): Draft {
  const chosen = (group: PatternGroup) => task.patterns.find(({ patterns_type }) => patterns_type === group);
  const texts = (group: PatternGroup): string[] => chosen(group)?.patterns ?? [];
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
    keywords: chosen('public_domains')?.keywords ?? [],
    filterMode: task.filter_mode,
    lists: {
      recipients: task.recipients,
      channels: task.sources.flatMap(({ tg_channels }) => tg_channels.map(({ username }) => username)),
      publicDomains: texts('public_domains'),
      internalDomains: texts('internal_domains'),
      magicKeywords: texts('keywords'),
      expressions: texts('regex_keywords'),
      filterKeywords: task.filter_keywords.map(({ keyword }) => keyword),
    },
    typed: EMPTY_DRAFT.typed,
  };
}
