import { type ReasonFilter, REASON_FILTERS, type SeverityFilter, SOURCE_COUNTS } from '@leakwatch/contracts';
import { CLOSE_REASONS, CLOSED_STATUSES, type SourceType } from '@leakwatch/vocabulary';
import type { Statistics } from '../api.ts';
import { belongs, type EventFilters, type Facet, type StatusChoice } from './event-filters.ts';

/** A value that can be chosen, with the number of its events; null while it is not known. */
export interface Choice {
  readonly value: string;
  readonly count: number | null;
  /** What a person reads where it is not the value itself. */
  readonly text?: string;
}

/** Up to so many values of a facet are shown in full; of more, one fewer and a button for the others. */
export const SHOWN_IN_FULL = 10;

/** The values of a facet, the most frequent first. Events without a value are not a choice. */
export function choicesOf(
  facet: Facet,
  statistics: Statistics | undefined,
  nameOf: (token: Statistics['regex_tokens_found'][number]) => string,
): readonly Choice[] {
  if (statistics === undefined) return [];
  const of = {
    regex_tokens_found: () =>
      statistics.regex_tokens_found.map((one) => ({ value: one.regex_filter_id, count: one.name_count, text: nameOf(one) })),
    file_lang: () => statistics.file_types.map((one) => ({ value: one.file_lang, count: one.file_lang_count })),
    pattern: () => statistics.patterns.map((one) => ({ value: one.pattern, count: one.pattern_count })),
    username: () => statistics.owners.map((one) => ({ value: one.username, count: one.username_count })),
    author: () => statistics.authors.map((one) => ({ value: one.author, count: one.author_count })),
    repo_name: () => statistics.repositories.map((one) => ({ value: one.repo_name, count: one.repo_name_count })),
  } as const satisfies Record<Facet, () => readonly Choice[]>;
  return of[facet]().filter(({ value }) => value !== '');
}

/** The values in the sidebar: the most frequent, then chosen ones that are not among them. */
export function shownChoices(choices: readonly Choice[], chosen: readonly string[]): readonly Choice[] {
  const first = choices.length > SHOWN_IN_FULL ? choices.slice(0, SHOWN_IN_FULL - 1) : choices;
  const others = chosen.filter((value) => !first.some((choice) => choice.value === value));
  return [...first, ...others.map((value) => choices.find((choice) => choice.value === value) ?? { value, count: null })];
}

/** The number of events of a severity, or without one; null while it is not known. */
export function severityCount(severity: SeverityFilter, statistics: Statistics | undefined): number | null {
  if (statistics === undefined) return null;
  if (severity !== 'none') return statistics.severities.find((one) => one.severity === severity)?.severity_count ?? 0;
  return statistics.severities.reduce((rest, { severity_count: count }) => rest - count, allOf(statistics));
}

/** Every event has a source. */
const allOf = ({ sources }: Statistics): number => Object.values(sources).reduce((sum, count) => sum + count, 0);

/** The reasons that events of the listed statuses can have, and chosen ones; empty where the list shows no events that people close. */
export function shownReasons({ status, reasons }: Pick<EventFilters, 'status' | 'reasons'>): readonly ReasonFilter[] {
  const isPossible = (reason: ReasonFilter) =>
    Object.entries(CLOSE_REASONS).some(([code, of]) => (reason === 'none' || code === reason) && of.some((one) => belongs(one, status)));
  return REASON_FILTERS.filter((reason) => isPossible(reason) || reasons.includes(reason));
}

/** The number of events that were closed for a reason, or have none; null while it is not known. */
export function reasonCount(reason: ReasonFilter, statistics: Statistics | undefined): number | null {
  if (statistics === undefined) return null;
  if (reason !== 'none') return statistics.reasons.find((one) => one.reason === reason)?.reason_count ?? 0;
  return statistics.reasons.reduce((rest, { reason_count: count }) => rest - count, allOf(statistics));
}

/** The caller, “unassigned”, and the other members with events or chosen; numbers are null while they are not known. */
export function assigneeChoices(
  statistics: Statistics | undefined,
  chosen: readonly string[],
  me: string | undefined,
  texts: { readonly me: string; readonly none: string; readonly unknown: string },
  /** Whose names are known beside those with events. */
  members: readonly { readonly id: string; readonly name: string }[] = [],
): readonly (Choice & { readonly text: string })[] {
  const counted = statistics?.assignees ?? [];
  const countOf = (id: string | undefined) =>
    statistics === undefined ? null : (counted.find(({ assignee }) => assignee === id)?.assignee_count ?? 0);
  const others = counted.filter(({ assignee }) => assignee !== me).map(({ assignee, name }) => ({ value: assignee, text: name }));
  const unlisted = chosen.filter((one) => one !== 'me' && one !== 'none' && !others.some(({ value }) => value === one));
  return [
    { value: 'me', text: texts.me, count: countOf(me) },
    { value: 'none', text: texts.none, count: statistics?.unassigned ?? null },
    ...[...others, ...unlisted.map((value) => ({ value, text: members.find(({ id }) => id === value)?.name ?? texts.unknown }))].map(
      (one) => ({ ...one, count: countOf(one.value) }),
    ),
  ];
}

/** The number of events of each status choice; null while it is not known. */
export function statusCount(choice: StatusChoice, statistics: Statistics | undefined): number | null {
  if (statistics === undefined) return null;
  const wanted = (status: string) =>
    choice === 'all' || status === choice || (choice === 'closed' && CLOSED_STATUSES.some((one) => one === status));
  return statistics.statuses.reduce((sum, one) => (wanted(one.status) ? sum + one.status_count : sum), 0);
}

export const sourceCount = (source: SourceType, statistics: Statistics | undefined): number | null =>
  statistics === undefined ? null : statistics.sources[SOURCE_COUNTS[source]];
