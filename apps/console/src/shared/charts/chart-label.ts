import { formatDateTime } from '../lib/dates.ts';

const isHour = (label: string): boolean => label.includes('T');
const MINUTES = 16;

/** `2026-11-02` as `02.11.2026`, `2026-11-02T13:00Z` as `02.11.2026 16:00` in the browser's zone. */
export const formatLabel = (label: string): string =>
  isHour(label) ? formatDateTime(new Date(label)).slice(0, MINUTES) : label.split('-').reverse().join('.');

/** The same below the chart, where an hour has no room for its day. */
export const formatTick = (label: string): string => {
  const text = formatLabel(label);
  return isHour(label) ? text.slice(-5) : text;
};
