const two = (value: number) => String(value).padStart(2, '0');

/** `DD.MM.YYYY` in the browser's zone. */
export const formatDay = (date: Date): string => `${two(date.getDate())}.${two(date.getMonth() + 1)}.${date.getFullYear()}`;

/** `DD.MM.YYYY HH:mm:ss` in the browser's zone. */
export const formatDateTime = (date: Date): string =>
  `${formatDay(date)} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;

/** The day of a moment in the browser's zone, as `YYYY-MM-DD`. */
export const dayIn = (date: Date): string => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

const TYPED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:\s+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;

/**
 * The moment that a person typed as `DD.MM.YYYY`, with or without `HH:mm` and seconds, in the browser's zone; null when it is none.
 * What is not typed is the first of its kind, or the last where `last` is set: the end of a day, a minute or a second.
 */
export function parseDateTime(typed: string, { last }: { readonly last: boolean }): Date | null {
  const parts = TYPED.exec(typed.trim())
    ?.slice(1)
    .map((part) => (part === undefined ? undefined : Number(part)));
  if (parts === undefined) return null;
  const [day = 0, month = 0, year = 0, hour, minute, second] = parts;
  const date = last
    ? new Date(year, month - 1, day, hour ?? 23, minute ?? 59, second ?? 59, 999)
    : new Date(year, month - 1, day, hour ?? 0, minute ?? 0, second ?? 0, 0);
  // 31.02. or 25:00 would be another moment.
  const isThat =
    date.getDate() === day &&
    date.getMonth() === month - 1 &&
    (hour === undefined || date.getHours() === hour) &&
    (minute ?? 0) < 60 &&
    (second ?? 0) < 60;
  return isThat ? date : null;
}

/** The whole day that lies so many days back: today is 0. */
export function dayBefore(now: Date, days: number): { readonly from: Date; readonly to: Date } {
  const at = [now.getFullYear(), now.getMonth(), now.getDate() - days] as const;
  return { from: new Date(...at), to: new Date(...at, 23, 59, 59, 999) };
}

/** `DD.MM.YYYY HH:mm:ss` in UTC. */
export function formatUtc(date: Date): string {
  const [year = '', month = '', rest = ''] = date.toISOString().split('-');
  return `${rest.slice(0, 2)}.${month}.${year} ${rest.slice(3, 11)}`;
}

/** The browser's zone at that moment, such as `Europe/Moscow, UTC+03:00`. */
export function describeZone(date: Date): string {
  const minutes = -date.getTimezoneOffset();
  const size = Math.abs(minutes);
  const offset = `UTC${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
  return `${Intl.DateTimeFormat().resolvedOptions().timeZone}, ${offset}`;
}

/** Seconds in each unit, largest first. */
const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const satisfies readonly [Intl.RelativeTimeFormatUnit, number][];

const relativeFormats = new Map<string, Intl.RelativeTimeFormat>();

/** One for each locale: making one takes longer than using it. */
function relativeFormat(locale: string): Intl.RelativeTimeFormat {
  const format = relativeFormats.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  relativeFormats.set(locale, format);
  return format;
}

/** Relative time in words of the locale. Below a minute it says "now", so that nothing ticks. */
export function formatRelative(date: Date, now: Date, locale: string): string {
  const seconds = (date.getTime() - now.getTime()) / 1000;
  const format = relativeFormat(locale);
  const unit = UNITS.find(([, size]) => Math.abs(seconds) >= size);
  return unit === undefined ? format.format(0, 'second') : format.format(Math.round(seconds / unit[1]), unit[0]);
}

const WHOLE_UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const satisfies readonly [Intl.RelativeTimeFormatUnit, number][];

/** "in 1 hour" for so many seconds, in the largest unit that is exact. */
export function formatLater(seconds: number, locale: string): string {
  const [unit, size] = WHOLE_UNITS.find(([, each]) => seconds % each === 0) ?? ['second', 1];
  return new Intl.RelativeTimeFormat(locale, { numeric: 'always' }).format(seconds / size, unit);
}

const WAIT_UNITS = [
  ['hour', 3600],
  ['minute', 60],
] as const satisfies readonly [Intl.RelativeTimeFormatUnit, number][];

/** "in 5 minutes" for so many seconds that must pass: whole minutes, from two hours on whole hours, never too few. */
export function formatWait(seconds: number, locale: string): string {
  const [unit, size] = WAIT_UNITS.find(([, each]) => seconds > 2 * each) ?? ['minute', 60];
  return new Intl.RelativeTimeFormat(locale, { numeric: 'always' }).format(Math.max(1, Math.ceil(seconds / size)), unit);
}
