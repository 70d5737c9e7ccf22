import { isSame } from '../../../shared/lib/changed-meanwhile.ts';
import type { EventsPage } from '../api.ts';

/** The shown page with those of its rows that a background answer has too as they are there; null where they are the same. */
export function renewRows(shown: EventsPage, peeked: EventsPage): EventsPage | null {
  const at = new Map(peeked.results.map((event, index) => [event.id, index] as const));
  const indexes = shown.results.map(({ id }) => at.get(id));
  const newer = <T>(row: T, index: number | undefined, rows: readonly T[] | null): T => {
    const found = index === undefined ? undefined : rows?.[index];
    return found === undefined || isSame(found, row) ? row : found;
  };
  const results = shown.results.map((event, row) => newer(event, indexes[row], peeked.results));
  const groups = shown.groups?.map((group, row) => newer(group, indexes[row], peeked.groups)) ?? null;
  const isRenewed =
    results.some((event, row) => event !== shown.results[row]) || groups?.some((group, row) => group !== shown.groups?.[row]) === true;
  return isRenewed ? { ...shown, results, groups } : null;
}
