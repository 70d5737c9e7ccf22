/** The sources, as the API spells them. */
export const SOURCE_TYPES = ['github', 'gist', 'pastebin', 'gitlab_cloud', 'telegram', 'git_repo', 'google_docs'] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

export const SEARCH_TYPES = ['by_code', 'by_repository'] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

/** Git hosts whose repositories a git monitoring task can follow; `custom`: the addresses are typed by hand. */
export const OBSERVER_SOURCE_TYPES = ['github', 'gitlab', 'custom'] as const;
export type ObserverSourceType = (typeof OBSERVER_SOURCE_TYPES)[number];

/** The API's names of the sources in progress bars and chart series. */
export const SERIES_NAMES = {
  github: 'git',
  gist: 'gist',
  pastebin: 'pastebin',
  gitlab_cloud: 'gitlab_cloud',
  telegram: 'telegram',
  git_repo: 'git_repo',
  google_docs: 'google_docs',
} as const satisfies Record<SourceType, string>;
