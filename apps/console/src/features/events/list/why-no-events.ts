import type { TaskRow } from '@leakwatch/contracts';

export const REASONS_OF_NO_EVENTS = [
  'not_allowed',
  'no_tasks',
  'never_started',
  'stopped',
  'failing',
  'searching',
  'found_nothing',
] as const;
type WhyNoEvents = (typeof REASONS_OF_NO_EVENTS)[number];

const wasLaunched = ({ sources }: Pick<TaskRow, 'sources'>) => sources.some(({ state, activity }) => state !== 'idle' || activity !== null);

/** Why an organisation has no event. `allowed`: it is active and has not expired. What a person can mend goes before what only takes time. */
export function whyNoEvents(tasks: readonly Pick<TaskRow, 'status' | 'sources'>[], allowed: boolean): WhyNoEvents {
  if (!allowed) return 'not_allowed';
  if (tasks.length === 0) return 'no_tasks';
  const running = tasks.filter(({ status }) => status);
  if (running.length === 0) return tasks.some(wasLaunched) ? 'stopped' : 'never_started';
  const sources = running.flatMap((task) => task.sources).filter(({ status }) => status);
  if (sources.some(({ failing, state }) => failing !== null || state === 'failed')) return 'failing';
  return sources.some(({ progress }) => progress < 100) ? 'searching' : 'found_nothing';
}
