import { type SourceType, SOURCES_OF_KIND, type TaskKind } from '@leakwatch/vocabulary';
import { DEEP_RULES, deepPatternFault } from './deep-pattern.ts';
import { TASK_PATTERNS_MAX, TITLE_MAX, TITLE_MIN } from '../limits.ts';
import { type ChosenPatterns, countPatterns } from './patterns.ts';

/** Faults of a task as a whole; the console has a text for each. */
export const TASK_FAULTS = [
  'title_required',
  'title_length',
  'title_characters',
  'domains_and_keywords',
  'patterns_required',
  'too_many_patterns',
  'patterns_over_bound',
  'deep_required',
  'deep_single',
  'deep_alone',
  'deep_only',
  ...DEEP_RULES,
  'sources_required',
  'source_not_allowed',
  'observer_required',
  'repositories_required',
  'credentials_missing',
  'kind_fixed',
  'kinds_exclusive',
  'keyword_is_secret',
] as const;
export type TaskFault = (typeof TASK_FAULTS)[number];

/** Faults of a task as a whole: field to code. Empty when it may be saved (docs/behaviour/tasks.md). */
export type TaskFaults = Readonly<Record<string, string>>;
type Faults = Record<string, TaskFault>;

export interface TaskForm {
  readonly kind: TaskKind;
  readonly title: string;
  readonly chosen: ChosenPatterns;
  readonly deepPatterns: readonly string[];
  /** Chosen sources; ignored for a git monitoring task, which always has git_repo. */
  readonly sources: readonly SourceType[];
  readonly observer: { readonly account_name: string; readonly source_type: string } | undefined;
  readonly repositories: number;
  /** null while the tariff is not known. */
  readonly patternsPerTaskLimit: number | null;
}

/** Control characters, and marks that change the writing direction of the text around the title in a list or a mail. */
const TITLE_REFUSED = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
/** Invisible characters. */
const INVISIBLE = /[\p{Cf}\p{Z}\u115f\u1160\u2800\u3164]/gu;

function checkTitle(text: string): Faults {
  const title = text.trim();
  const length = Array.from(title).length;
  if (title.replace(INVISIBLE, '') === '') return { title: 'title_required' };
  if (length < TITLE_MIN || length > TITLE_MAX) return { title: 'title_length' };
  return TITLE_REFUSED.test(title) ? { title: 'title_characters' } : {};
}

function checkDeep(form: TaskForm): Faults {
  const [pattern = ''] = form.deepPatterns;
  const faults: Faults = countPatterns(form.chosen) > 0 ? { patterns: 'deep_alone' } : {};
  if (form.deepPatterns.length > 1) faults['patterns.deep'] = 'deep_single';
  else if (pattern.trim() === '') faults['patterns.deep'] = 'deep_required';
  else {
    const fault = deepPatternFault(pattern);
    if (fault !== null) faults['patterns.deep'] = fault;
  }
  return faults;
}

function checkPatterns(form: TaskForm): Faults {
  const faults: Faults = {};
  const { publicDomains, keywords } = form.chosen;
  if (form.deepPatterns.length > 0) faults['patterns.deep'] = 'deep_only';
  if (publicDomains.length > 0 !== keywords.length > 0) faults['patterns.public_domains'] = 'domains_and_keywords';
  else if (countPatterns(form.chosen) === 0) faults['patterns'] = 'patterns_required';
  return faults;
}

function checkSources(form: TaskForm): Faults {
  if (form.kind === 'git_monitoring') return {};
  if (form.sources.length === 0) return { sources: 'sources_required' };
  const refused = form.sources.filter((source) => !SOURCES_OF_KIND[form.kind].includes(source));
  return Object.fromEntries(refused.map((source) => [`sources.${source}`, 'source_not_allowed' as const]));
}

function checkRepositories(form: TaskForm): Faults {
  if (form.kind !== 'git_monitoring') return {};
  const faults: Faults = {};
  if (form.observer === undefined || form.observer.account_name.trim() === '') faults['git_repository_observer'] = 'observer_required';
  if (form.repositories === 0) faults['git_repositories'] = 'repositories_required';
  return faults;
}

/** The number of patterns of the whole task. */
export const countTaskPatterns = (form: Pick<TaskForm, 'kind' | 'chosen' | 'deepPatterns'>): number =>
  form.kind === 'deep' ? form.deepPatterns.length : countPatterns(form.chosen);

/** Checks everything that concerns more than one entry, for the console's form and the tasks service. */
export function checkTask(form: TaskForm): TaskFaults {
  const faults: Faults = {
    ...checkTitle(form.title),
    ...(form.kind === 'deep' ? checkDeep(form) : checkPatterns(form)),
    ...checkSources(form),
    ...checkRepositories(form),
  };
  const limit = form.patternsPerTaskLimit;
  const count = countTaskPatterns(form);
  if (limit !== null && count > limit) faults['patterns'] = 'too_many_patterns';
  else if (count > TASK_PATTERNS_MAX) faults['patterns'] = 'patterns_over_bound';
  return faults;
}
