import { CONTENT_FILTER_MIN, FILTER_TEXT_MAX, SEVERITY_FILTERS } from '@leakwatch/contracts';
import { DEFAULT_STATUS, type EventFilters, type Facet, MAX_VALUES, STATUS_CHOICES } from '../event-filters.ts';
import { type ReadWords, type Word, type WordFault, type WordName, readWords } from './words.ts';

/** A task that a word may name. */
export interface NamedTask {
  readonly id: string;
  readonly title: string;
}

/** The filters that words stand for; the others stay as they are. */
export type WordFilters = Pick<EventFilters, 'status' | 'severities' | 'task' | 'overdue' | 'pathPart' | 'search'> & {
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
export const IS_VALUES: readonly string[] = [...STATUS_CHOICES, OVERDUE];

type WordFacet = keyof WordFilters['facets'];
export const FACET_OF = { pattern: 'pattern', repo: 'repo_name', owner: 'username', author: 'author' } as const satisfies Partial<
  Record<WordName, Facet>
>;

/** Of tasks with one title the first is meant; the others are named by their ids. */
const taskOf = (value: string, tasks: readonly NamedTask[]): NamedTask | undefined =>
  tasks.find(({ id }) => id === value.toLowerCase()) ?? tasks.find(({ title }) => title.toLowerCase() === value.toLowerCase());

/** Reads the search words as filters. `tasks` are those that a person may choose. */
export function readFilterWords(text: string, tasks: readonly NamedTask[]): ReadFilters {
  const read: ReadWords = readWords(text);
  if (!read.ok) return read;
  const fail = (fault: FilterFault): ReadFilters => ({ ok: false, fault });
  const of = (name: Word['name']) => [...new Set(read.words.filter((word) => word.name === name).map(({ value }) => value))];
  const words = read.words.flatMap(({ name, value }) => (name === null ? [] : [{ name, value }]));
  for (const { name, value } of words) {
    if (value.length > FILTER_TEXT_MAX) return fail({ code: 'value_long', word: name });
    if (of(name).length > MAX_VALUES) return fail({ code: 'too_many_values', word: name });
  }
  const isValues = of('is').map((value) => value.toLowerCase());
  const strange = isValues.find((value) => !IS_VALUES.includes(value));
  if (strange !== undefined) return fail({ code: 'value_unknown', word: 'is', value: strange, known: IS_VALUES });
  const statuses = STATUS_CHOICES.filter((status) => isValues.includes(status));
  for (const [word, values] of [
    ['is', statuses],
    ['task', of('task')],
    ['path', of('path')],
  ] as const)
    if (values.length > 1) return fail({ code: 'word_once', word });
  const severities = of('severity').map((value) => value.toLowerCase());
  const noSeverity = severities.find((value) => !SEVERITY_FILTERS.some((known) => known === value));
  if (noSeverity !== undefined) return fail({ code: 'value_unknown', word: 'severity', value: noSeverity, known: SEVERITY_FILTERS });
  const [wanted] = of('task');
  const task = wanted === undefined ? undefined : taskOf(wanted, tasks);
  if (wanted !== undefined && task === undefined)
    return fail({ code: 'value_unknown', word: 'task', value: wanted, known: tasks.map(({ title }) => title) });
  const content = read.words
    .filter(({ name }) => name === null)
    .map(({ value }) => value)
    .join(' ')
    .trim();
  if (content !== '' && content.length < CONTENT_FILTER_MIN) return fail({ code: 'search_short' });
  if (content.length > FILTER_TEXT_MAX) return fail({ code: 'search_long' });
  const facet = (name: keyof typeof FACET_OF) => of(name);
  return {
    ok: true,
    filters: {
      status: statuses[0] ?? DEFAULT_STATUS,
      overdue: isValues.includes(OVERDUE),
      severities: SEVERITY_FILTERS.filter((severity) => severities.includes(severity)),
      task: task?.id ?? null,
      pathPart: of('path')[0] ?? null,
      search: content === '' ? null : { in: 'file_content', text: content },
      facets: { pattern: facet('pattern'), repo_name: facet('repo'), username: facet('owner'), author: facet('author') } satisfies Record<
        WordFacet,
        readonly string[]
      >,
    },
  };
}

/** The words for filters: `readFilterWords` reads the same filters. A search by id or by a part of the owner has no words. */
export function wordsOf(filters: WordFilters, tasks: readonly NamedTask[]): readonly Word[] {
  const many = (name: WordName, values: readonly string[]) => values.map((value): Word => ({ name, value }));
  const { status, overdue, severities, task, facets, pathPart, search } = filters;
  return [
    ...many('is', [...(status === DEFAULT_STATUS ? [] : [status]), ...(overdue ? [OVERDUE] : [])]),
    ...many('severity', severities),
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
