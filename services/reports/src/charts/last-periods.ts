const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HOURS = 24;

const hourOf = (time: number) => `${new Date(time).toISOString().slice(0, 13)}:00Z`;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The last 24 UTC hours as `2026-11-02T13:00Z`; the present one is the last. */
export function lastHours(now: Date): readonly string[] {
  return Array.from({ length: HOURS }, (_, at) => hourOf(now.getTime() - (HOURS - 1 - at) * HOUR_MS));
}

/** The UTC days from one month ago to today as `2026-11-02`; after a shorter month from its last day. */
export function lastMonth(now: Date): readonly string[] {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const first = Date.UTC(year, month - 1, Math.min(now.getUTCDate(), lastDay));
  const days = Math.floor((now.getTime() - first) / DAY_MS) + 1;
  return Array.from({ length: days }, (_, at) => dayOf(first + at * DAY_MS));
}
