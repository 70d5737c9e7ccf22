import { EVENT_AGES, type EventAge } from '@leakwatch/vocabulary';

const DAY_MS = 86_400_000;

/** The first moment of a UTC day, so many days before the day of `now`. */
export const dayBefore = (now: Date, days: number) => new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS - days * DAY_MS).toISOString();

/** The last moment of a UTC day as PostgreSQL stores it, from the first moment of the next one. */
const lastBefore = (start: string) => new Date(Date.parse(start) - 1).toISOString().replace(/Z$/, '999Z');

/** The age at `now` of an event that was found on a UTC day (`2026-11-02`). */
export function ageOf(day: string, now: Date): EventAge {
  const days = Math.floor(now.getTime() / DAY_MS) - Math.floor(Date.parse(day) / DAY_MS);
  return EVENT_AGES.find(({ upTo }) => upTo === null || days <= upTo)?.age ?? 'older';
}

/** The first and the last moment of an age; null for an open end. */
interface AgeBounds {
  readonly age: EventAge;
  readonly start: string | null;
  readonly end: string | null;
}

/** The ages with their bounds: every moment belongs to one. */
export function agesAt(now: Date): AgeBounds[] {
  return EVENT_AGES.map(({ age, upTo }, at) => {
    const younger = EVENT_AGES[at - 1]?.upTo ?? null;
    return {
      age,
      start: upTo === null ? null : dayBefore(now, upTo),
      end: younger === null ? null : lastBefore(dayBefore(now, younger)),
    };
  });
}
