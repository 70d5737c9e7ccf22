import type { ChosenPatterns, TaskForm } from '@leakwatch/rules';
import type { CreateBody } from '../api.ts';
import { type Draft, LIST_FIELDS, type ListField } from './draft.ts';
import { LIST_RULES } from './list-rules.ts';

export interface Taken {
  readonly draft: Draft;
  readonly dropped: Partial<Record<ListField, readonly { readonly text: string; readonly reason: string }[]>>;
}

/** Takes what is typed but not in its list yet through the list's rule; what the rule drops stays out and is told. */
export function takeTyped(draft: Draft, fields: readonly ListField[] = LIST_FIELDS): Taken {
  const lists = { ...draft.lists };
  const typed = { ...draft.typed };
  const dropped: Partial<Record<ListField, readonly { text: string; reason: string }[]>> = {};
  for (const field of fields) {
    if (typed[field].trim() === '') continue;
    const sorted = LIST_RULES[field]([...lists[field], typed[field]]);
    lists[field] = sorted.accepted;
    dropped[field] = sorted.dropped;
    typed[field] = '';
  }
  return { draft: { ...draft, lists, typed }, dropped };
}

/** The patterns as the rules count them; keywords by id, since only their number matters here. */
export const chosenPatterns = ({ lists, keywordIds }: Draft): ChosenPatterns => ({
  publicDomains: lists.publicDomains,
  keywords: keywordIds,
  internalDomains: lists.internalDomains,
  magicKeywords: lists.magicKeywords,
  expressions: lists.expressions,
});

export const toTaskForm = (draft: Draft, patternsPerTaskLimit: number | null): TaskForm => ({
  title: draft.title,
  chosen: chosenPatterns(draft),
  gitMonitoring: true,
  observer: draft.observer,
  repositories: draft.repositories.length,
  patternsPerTaskLimit,
});

/** What is sent (spec/2-tasks section 3). */
export const toBody = (draft: Draft): CreateBody => ({
  title: draft.title.trim(),
  recipients: [...draft.lists.recipients],
  patterns: {
    public_domains: { patterns: [...draft.lists.publicDomains], keywords: [...draft.keywordIds] },
    internal_domains: { patterns: [...draft.lists.internalDomains] },
    keywords: { patterns: [...draft.lists.magicKeywords] },
    regex_keywords: { patterns: [...draft.lists.expressions] },
  },
  filter_keywords: [...draft.lists.filterKeywords],
  filter_mode: draft.filterMode,
  git_monitoring: true,
  git_repository_observer: draft.observer,
  git_repositories: [...draft.repositories],
});
