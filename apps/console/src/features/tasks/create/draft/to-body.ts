import { type ChosenPatterns, cleanDeepPattern, countTaskPatterns, type DroppedLine, type TaskForm } from '@leakwatch/rules';
import type { TaskKind } from '@leakwatch/vocabulary';
import type { CreateBody } from '../../api.ts';
import { type Draft, INLINE_FIELDS, type ListField } from './draft.ts';
import { LIST_RULES } from '../patterns/list-rules.ts';

export interface Taken {
  readonly draft: Draft;
  readonly dropped: Partial<Record<ListField, readonly DroppedLine[]>>;
}

/** Adds typed text to its list through the rule of the list; what the rule drops is reported. */
export function takeTyped(draft: Draft, fields: readonly ListField[] = INLINE_FIELDS): Taken {
  const lists = { ...draft.lists };
  const typed = { ...draft.typed };
  const dropped: Partial<Record<ListField, readonly DroppedLine[]>> = {};
  for (const field of fields) {
    if (typed[field].trim() === '') continue;
    const sorted = LIST_RULES[field]([...lists[field], typed[field]]);
    lists[field] = sorted.accepted;
    dropped[field] = sorted.dropped;
    typed[field] = '';
  }
  return { draft: { ...draft, lists, typed }, dropped };
}

/** The patterns in the form that the rules count. */
export const chosenPatterns = ({ lists, keywords }: Draft): ChosenPatterns => ({
  publicDomains: lists.publicDomains,
  keywords: keywords.map(({ name }) => name),
  internalDomains: lists.internalDomains,
  magicKeywords: lists.magicKeywords,
  expressions: lists.expressions,
});

/** A deep search form sends no other patterns, whatever its draft contains. */
const patternsOf = (draft: Draft, kind: TaskKind): Pick<TaskForm, 'kind' | 'chosen' | 'deepPatterns'> => ({
  kind,
  chosen: chosenPatterns(draft),
  deepPatterns: kind === 'deep' && draft.deep.trim() !== '' ? [draft.deep] : [],
});

export const countDraft = (draft: Draft, kind: TaskKind): number => countTaskPatterns(patternsOf(draft, kind));

/** The observer as it is sent; undefined until the owner of the repositories is chosen. */
function observerOf({ observer }: Draft): CreateBody['git_repository_observer'] {
  const { source_type } = observer;
  return source_type === 'none' || observer.account_name.trim() === '' ? undefined : { ...observer, source_type };
}

export const toTaskForm = (draft: Draft, kind: TaskKind, patternsPerTaskLimit: number | null): TaskForm => ({
  ...patternsOf(draft, kind),
  title: draft.title,
  sources: draft.sources.map(({ source_type }) => source_type),
  observer: observerOf(draft),
  repositories: draft.repositories.length,
  patternsPerTaskLimit,
});

const sourcesOf = (draft: Draft, kind: TaskKind): CreateBody['sources'] => {
  const sources = kind === 'git_monitoring' ? [{ source_type: 'git_repo', search_type: 'by_code' } as const] : draft.sources;
  return sources.map((source) => ({
    ...source,
    active: true,
    status: true,
    tg_channels: source.source_type === 'telegram' ? draft.lists.channels.map((username) => ({ username })) : [],
  }));
};

/** The body of the call. */
export const toBody = (draft: Draft, kind: TaskKind): CreateBody => ({
  title: draft.title.trim(),
  is_deep: kind === 'deep',
  sources: sourcesOf(draft, kind),
  recipients: [...draft.lists.recipients],
  patterns: {
    public_domains: { patterns: [...draft.lists.publicDomains], keywords: draft.keywords.map(({ id }) => id) },
    internal_domains: { patterns: [...draft.lists.internalDomains] },
    keywords: { patterns: [...draft.lists.magicKeywords] },
    regex_keywords: { patterns: [...draft.lists.expressions] },
    deep: { patterns: kind === 'deep' ? [cleanDeepPattern(draft.deep)] : [] },
  },
  filter_keywords: [...draft.lists.filterKeywords],
  filter_mode: draft.filterMode,
  git_monitoring: kind === 'git_monitoring',
  git_repository_observer: kind === 'git_monitoring' ? observerOf(draft) : undefined,
  git_repositories: kind === 'git_monitoring' ? [...draft.repositories] : [],
});
