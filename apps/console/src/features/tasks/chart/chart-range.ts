import { MAX_CHART_DAYS } from '@leakwatch/contracts';

const DAY_MS = 86_400_000;
const two = (value: number) => String(value).padStart(2, '0');
const dayOf = (date: Date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** Days as `YYYY-MM-DD`, in the browser's zone. */
export interface ChartRange {
  readonly from: string;
  readonly to: string;
}

/** Noon of a day of the calendar; undefined where there is no such day. */
function readDay(text: string): Date | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const date = new Date(Number(year), Number(month) - 1, Number(day), 12);
  return dayOf(date) === text ? date : undefined;
}

/** From one month ago to today; in a shorter month its last day. */
export function defaultRange(now: Date): ChartRange {
  const last = new Date(now.getFullYear(), now.getMonth(), 0).getDate();
  const from = new Date(now.getFullYear(), now.getMonth() - 1, Math.min(now.getDate(), last));
  return { from: dayOf(from), to: dayOf(now) };
}

/** The period in the URL; an invalid day falls back to the default. */
export function readRange(params: URLSearchParams, now: Date): ChartRange {
  const otherwise = defaultRange(now);
  const read = (name: 'from' | 'to') => {
    const text = params.get(name) ?? '';
    return readDay(text) === undefined ? otherwise[name] : text;
  };
  return { from: read('from'), to: read('to') };
}

export type RangeFault = 'order' | 'too_long';

/** The fault of a period; null when it is valid. */
export function rangeFault({ from, to }: ChartRange): RangeFault | null {
  const days = ((readDay(to)?.getTime() ?? 0) - (readDay(from)?.getTime() ?? 0)) / DAY_MS;
  if (days < 0) return 'order';
  // A local period may span one more UTC day than local ones.
  return Math.round(days) + 2 > MAX_CHART_DAYS ? 'too_long' : null;
}

/** From 00:00:00 of the first day to 23:59:59 of the last one, as ISO timestamps. */
export function rangeQuery({ from, to }: ChartRange): { readonly start: string; readonly end: string } {
  return { start: new Date(`${from}T00:00:00`).toISOString(), end: new Date(`${to}T23:59:59`).toISOString() };
}
