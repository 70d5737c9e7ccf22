import { TITLE_MAX, TITLE_MIN } from './limits.ts';
import { type ChosenPatterns, countPatterns } from './patterns.ts';

/** What is wrong with a task as a whole: field to code. Empty when it may be saved. spec/2-tasks section 5. */
export type TaskFaults = Readonly<Record<string, string>>;

export interface TaskForm {
  readonly title: string;
  readonly chosen: ChosenPatterns;
  readonly gitMonitoring: boolean;
  readonly observer: { readonly account_name: string; readonly source_type: string } | undefined;
  readonly repositories: number;
  /** null while the tariff is not known. */
  readonly patternsPerTaskLimit: number | null;
}

/** Checks everything that concerns more than one entry; the console's form and the tasks service call the same. */
export function checkTask(form: TaskForm): TaskFaults {
  const faults: Record<string, string> = {};
  const title = form.title.trim();
  if (title === '') faults['title'] = 'title_required';
  else if (title.length < TITLE_MIN || title.length > TITLE_MAX) faults['title'] = 'title_length';
  const { publicDomains, keywords } = form.chosen;
  if (publicDomains.length > 0 !== keywords.length > 0) faults['patterns.public_domains'] = 'domains_and_keywords';
  const count = countPatterns(form.chosen);
  if (count === 0 && faults['patterns.public_domains'] === undefined) faults['patterns'] = 'patterns_required';
  if (form.patternsPerTaskLimit !== null && count > form.patternsPerTaskLimit) faults['patterns'] = 'too_many_patterns';
  if (form.gitMonitoring) {
    if (form.observer === undefined || form.observer.account_name.trim() === '') faults['git_repository_observer'] = 'observer_required';
    if (form.repositories === 0) faults['git_repositories'] = 'repositories_required';
  }
  return faults;
}
