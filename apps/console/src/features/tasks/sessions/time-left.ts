const SECOND_MS = 1000;
const DAY_S = 86_400;
const two = (value: number) => String(value).padStart(2, '0');

/** Whole days and the rest as `HH:mm:ss`; zero when the time is over. */
export function timeLeft(untilMs: number, nowMs: number): { readonly days: number; readonly time: string } {
  const seconds = Math.max(0, Math.ceil((untilMs - nowMs) / SECOND_MS));
  const rest = seconds % DAY_S;
  return {
    days: Math.floor(seconds / DAY_S),
    time: `${two(Math.floor(rest / 3600))}:${two(Math.floor((rest % 3600) / 60))}:${two(rest % 60)}`,
  };
}
