/** Stable ids: the same screens come out of every run. */
export const mockId = (kind: number, number: number): string =>
  `${kind.toString(16).padStart(8, '0')}-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;

const BASE = Date.parse('2026-11-20T12:00:00Z');
/** So many minutes before a fixed moment. */
export const minutesAgo = (minutes: number): string => new Date(BASE - minutes * 60_000).toISOString();
