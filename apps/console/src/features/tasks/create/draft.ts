import type { CreateBody } from '../api.ts';

export type RepositoryDraft = CreateBody['git_repositories'][number];
export type ObserverDraft = NonNullable<CreateBody['git_repository_observer']>;

/** Lists of the form that are filled from typed or pasted text. */
export const LIST_FIELDS = ['recipients', 'publicDomains', 'internalDomains', 'magicKeywords', 'expressions', 'filterKeywords'] as const;
export type ListField = (typeof LIST_FIELDS)[number];

/** Everything that was typed, also what is not taken into a list yet. */
export interface Draft {
  readonly title: string;
  readonly observer: ObserverDraft;
  readonly repositories: readonly RepositoryDraft[];
  readonly keywordIds: readonly string[];
  readonly filterMode: CreateBody['filter_mode'];
  readonly lists: Readonly<Record<ListField, readonly string[]>>;
  readonly typed: Readonly<Record<ListField, string>>;
}

const perField = <T>(value: T): Record<ListField, T> => ({
  recipients: value,
  publicDomains: value,
  internalDomains: value,
  magicKeywords: value,
  expressions: value,
  filterKeywords: value,
});

export const EMPTY_DRAFT: Draft = {
  title: '',
  observer: { source_type: 'github', account_name: '', is_organisation: true },
  repositories: [],
  keywordIds: [],
  filterMode: 'exclude',
  lists: perField<readonly string[]>([]),
  typed: perField(''),
};

export const EMPTY_REPOSITORY: RepositoryDraft = {
  repo_title: '',
  repo_url: '',
  repo_default_branch: 'main',
  git_remote_url: '',
  repo_remote_source: 'custom',
};
