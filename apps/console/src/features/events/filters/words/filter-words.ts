import { CONTENT_FILTER_MIN, FILTER_TEXT_MAX, REASON_FILTERS, type ReasonFilter, SEVERITY_FILTERS } from '@leakwatch/contracts';
import { DEFAULT_STATUS, type EventFilters, MAX_VALUES, STATUS_CHOICES, type StatusChoice } from '../event-filters.ts';
import { type ReadWords, type Word, type WordFault, type WordName, readWords } from './words.ts';

/** A task that a word may name. */
export interface NamedTask {
  readonly id: string;
  readonly title: string;
}

/** The filters that words stand for; the others stay as they are. */
export type WordFilters = Pick<EventFilters, 'status' | 'severities' | 'reasons' | 'task' | 'overdue' | 'pathPart' | 'search'> & {
  readonly facets: Pick<EventFilters['facets'], 'pattern' | 'repo_name' | 'username' | 'author'>;
};

/** Words of which the list has one value only, and why others cannot be read. */
export type FilterFault =
  | WordFault
  | { readonly code: 'value_unknown'; readonly word: WordName; readonly value: string; readonly known: readonly string[] }
  | { readonly code: 'word_once' | 'too_many_values' | 'value_long'; readonly word: WordName }
  | { readonly code: 'search_short' | 'search_long' };

export type ReadFilters = { readonly ok: true; readonly filters: WordFilters } | { readonly ok: false; readonly fault: FilterFault };

/** Beside the statuses, `is` also takes this. */
const OVERDUE = 'overdue';
/** Words with a fixed list of values. */
export const LISTED_VALUES = {
  is: [...STATUS_CHOICES, OVERDUE],
  severity: SEVERITY_FILTERS,
  reason: REASON_FILTERS,
} as const satisfies Partial<Record<WordName, readonly string[]>>;
export type ListedWord = keyof typeof LISTED_VALUES;
export const isListed = (name: WordName): name is ListedWord => name in LISTED_VALUES;

/** The status without `is`: only closed events have a reason. */
const usualStatus = (reasons: readonly ReasonFilter[]): StatusChoice => (reasons.length === 0 ? DEFAULT_STATUS : 'closed');

/** Of tasks with one title the first is meant; the others are named by their ids. */
const taskOf = (value: string, tasks: readonly NamedTask[]): NamedTask | undefined =>
  tasks.find(({ id }) => id === value.toLowerCase()) ?? tasks.find(({ title }) => title.toLowerCase() === value.toLowerCase());

/** Reads the search words as filters. `tasks` are those that a person may choose. */
export function readFilterWords(text: string, tasks: readonly NamedTask[]): ReadFilters {
  const read: ReadWords = readWords(text);
  if (!read.ok) return read;
  const words = read.words.map((word) =>
    word.name !== null && isListed(word.name) ? { name: word.name, value: word.value.toLowerCase() } : word,
  );
  const of = (name: Word['name']) => [...new Set(words.filter((word) => word.name === name).map(({ value }) => value))];
  const listed = <T extends string>(name: ListedWord, values: readonly T[]) => values.filter((value) => of(name).includes(value));
  const task = of('task').map((title) => taskOf(title, tasks)?.id ?? null);
  const content = words
    .filter(({ name }) => name === null)
    .map(({ value }) => value)
    .join(' ')
    .trim();
  const fault = faultOf(words, of, tasks) ?? contentFault(content);
  if (fault !== null) return { ok: false, fault };
  const reasons = listed('reason', REASON_FILTERS);
  return {
    ok: true,
    filters: {
      status: listed('is', STATUS_CHOICES)[0] ?? usualStatus(reasons),
      overdue: of('is').includes(OVERDUE),
      severities: listed('severity', SEVERITY_FILTERS),
      reasons,
      task: task[0] ?? null,
      pathPart: of('path')[0] ?? null,
      search: content === '' ? null : { in: 'file_content', text: content },
      facets: { pattern: of('pattern'), repo_name: of('repo'), username: of('owner'), author: of('author') },
    },
  };
}

/** What is wrong with the values of words, or null. `of` gives the different values of a word. */
function faultOf(words: readonly Word[], of: (name: WordName) => readonly string[], tasks: readonly NamedTask[]): FilterFault | null {
  for (const { name, value } of words) {
    if (name === null) continue;
    if (value.length > FILTER_TEXT_MAX) return { code: 'value_long', word: name };
    if (of(name).length > MAX_VALUES) return { code: 'too_many_values', word: name };
    const known: readonly string[] | null = isListed(name) ? LISTED_VALUES[name] : null;
    if (known !== null && !known.includes(value)) return { code: 'value_unknown', word: name, value, known };
  }
  const single = { is: of('is').filter((value) => value !== OVERDUE), task: of('task'), path: of('path') };
  for (const word of ['is', 'task', 'path'] as const) if (single[word].length > 1) return { code: 'word_once', word };
  const unknown = single.task.find((title) => taskOf(title, tasks) === undefined);
  return unknown === undefined ? null : { code: 'value_unknown', word: 'task', value: unknown, known: tasks.map(({ title }) => title) };
}

function contentFault(content: string): FilterFault | null {
  if (content !== '' && content.length < CONTENT_FILTER_MIN) return { code: 'search_short' };
  return content.length > FILTER_TEXT_MAX ? { code: 'search_long' } : null;
}

/** The words for filters: `readFilterWords` reads the same filters. A search by id or by a part of the owner has no words. */
export function wordsOf(filters: WordFilters, tasks: readonly NamedTask[]): readonly Word[] {
  const many = (name: WordName, values: readonly string[]) => values.map((value): Word => ({ name, value }));
  const { status, overdue, severities, reasons, task, facets, pathPart, search } = filters;
  return [
    ...many('is', [...(status === usualStatus(reasons) ? [] : [status]), ...(overdue ? [OVERDUE] : [])]),
    ...many('severity', severities),
    ...many('reason', reasons),
    ...many('task', task === null ? [] : [titleOf(task, tasks)]),
    ...many('pattern', facets.pattern),
    ...many('repo', facets.repo_name),
    ...many('path', pathPart === null ? [] : [pathPart]),
    ...many('owner', facets.username),
    ...many('author', facets.author),
    ...(search?.in === 'file_content' ? [{ name: null, value: search.text }] : []),
  ];
}

/** The title that means the task, or its id. */
function titleOf(id: string, tasks: readonly NamedTask[]): string {
  const title = tasks.find((task) => task.id === id)?.title;
  return title !== undefined && title !== '' && taskOf(title, tasks)?.id === id ? title : id;
}
