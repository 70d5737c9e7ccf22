import { OVERVIEW_DAYS } from '@leakwatch/vocabulary';

type Days = (typeof OVERVIEW_DAYS)[number];
export const DEFAULT_DAYS: Days = 30;

/** The period of the address, in days. */
export const readDays = (params: URLSearchParams): Days =>
  OVERVIEW_DAYS.find((days) => String(days) === params.get('days')) ?? DEFAULT_DAYS;

const UNITS = [
  ['days', 86_400],
  ['hours', 3600],
  ['minutes', 60],
] as const;

/** A duration in the largest unit of which there are at least two, rounded; minutes at the least. */
export function inUnits(seconds: number): { readonly unit: (typeof UNITS)[number][0]; readonly count: number } {
  const [unit, size] = UNITS.find(([, each]) => seconds >= 2 * each) ?? ['minutes', 60];
  return { unit, count: Math.round(seconds / size) };
}
