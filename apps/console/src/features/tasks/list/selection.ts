import type { TaskRow } from '@leakwatch/contracts';

/** The selection for a launch session, across pages. A task that has started meanwhile drops out. */
export function stillChosen(chosen: readonly string[], page: readonly Pick<TaskRow, 'id' | 'status'>[]): string[] {
  const running = new Set(page.filter(({ status }) => status).map(({ id }) => id));
  return chosen.filter((id) => !running.has(id));
}

/** Selects all selectable tasks of a page, or clears them when all are selected; other pages keep their selection. */
export function toggleAll(chosen: readonly string[], free: readonly string[]): string[] {
  const others = chosen.filter((id) => !free.includes(id));
  return free.every((id) => chosen.includes(id)) ? others : [...others, ...free];
}
