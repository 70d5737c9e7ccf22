import { SOURCES_OF_KIND, type TaskKind } from '@leakwatch/vocabulary';
import type { CreateBody } from '../../api.ts';

export type RepositoryDraft = CreateBody['git_repositories'][number];
type Observer = NonNullable<CreateBody['git_repository_observer']>;
/** none: the owner is not chosen yet. */
export type ObserverDraft = Omit<Observer, 'source_type'> & { readonly source_type: Observer['source_type'] | 'none' };
export type SourceDraft = Pick<CreateBody['sources'][number], 'source_type' | 'search_type'>;
export interface KeywordDraft {
  readonly id: string;
  readonly name: string;
}

/** Lists of the form that are filled from typed or pasted text. */
export const LIST_FIELDS = [
  'recipients',
  'channels',
  'publicDomains',
  'internalDomains',
  'magicKeywords',
  'expressions',
  'filterKeywords',
] as const;
export type ListField = (typeof LIST_FIELDS)[number];

/** Lists that are typed in place; sending the form adds the typed text. The others have a dialog. */
export const INLINE_FIELDS: readonly ListField[] = ['recipients', 'channels'];

/** Everything that was typed, including text that is not in a list yet. */
export interface Draft {
  readonly title: string;
  readonly deep: string;
  readonly sources: readonly SourceDraft[];
  readonly observer: ObserverDraft;
  readonly repositories: readonly RepositoryDraft[];
  readonly keywords: readonly KeywordDraft[];
  readonly filterMode: CreateBody['filter_mode'];
  readonly lists: Readonly<Record<ListField, readonly string[]>>;
  readonly typed: Readonly<Record<ListField, string>>;
}

const perField = <T>(value: T): Record<ListField, T> => ({
  recipients: value,
  channels: value,
  publicDomains: value,
  internalDomains: value,
  magicKeywords: value,
  expressions: value,
  filterKeywords: value,
});

export const EMPTY_DRAFT: Draft = {
  title: '',
  deep: '',
  sources: [],
  observer: { source_type: 'github', account_name: '', is_organisation: true },
  repositories: [],
  keywords: [],
  filterMode: 'exclude',
  lists: perField<readonly string[]>([]),
  typed: perField(''),
};

/** The values of a new form; the first source is selected. */
export const newDraft = (kind: TaskKind): Draft => ({
  ...EMPTY_DRAFT,
  sources: SOURCES_OF_KIND[kind].slice(0, 1).map((source_type) => ({ source_type, search_type: 'by_code' })),
});

export const EMPTY_REPOSITORY: RepositoryDraft = {
  repo_title: '',
  repo_url: '',
  repo_default_branch: 'main',
  git_remote_url: '',
  repo_remote_source: 'custom',
};
