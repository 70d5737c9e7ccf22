const HOUR_MS = 3_600_000;
/** Hours after which everything that belongs to an activity has happened; one more for clocks that differ. */
const SETTLED_HOURS = 2;

/**
 * A value that changes when a project may have changed. GitLab moves the time of the last activity at most once an hour, so until that is
 * over the value changes with every hour too.
 */
export function activityMark(lastActivity: string, now: number): string {
  const hours = Math.floor((now - Date.parse(lastActivity)) / HOUR_MS);
  return `${lastActivity}+${Number.isNaN(hours) ? 0 : Math.min(Math.max(hours, 0), SETTLED_HOURS)}`;
}
