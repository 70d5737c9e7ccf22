import type { TaskRow } from '@leakwatch/contracts';

/** What is chosen for a session, also on other pages of the list; a task that is seen to run by now drops out. */
export function stillChosen(chosen: readonly string[], page: readonly Pick<TaskRow, 'id' | 'status'>[]): string[] {
  const running = new Set(page.filter(({ status }) => status).map(({ id }) => id));
  return chosen.filter((id) => !running.has(id));
}

/** All of a page's free tasks in, or out when they are in already; what other pages have chosen stays. */
export function toggleAll(chosen: readonly string[], free: readonly string[]): string[] {
  const others = chosen.filter((id) => !free.includes(id));
  return free.every((id) => chosen.includes(id)) ? others : [...others, ...free];
}
