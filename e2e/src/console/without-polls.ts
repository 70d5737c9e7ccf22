import type { Page } from 'playwright-core';

/** The shortest of the console's polls, in milliseconds. */
const SHORTEST_POLL_MS = 5_000;

/** Disables the timers of polls in this page: updates can come only through the live stream. */
export async function withoutPolls(page: Page): Promise<void> {
  await page.addInitScript((shortest) => {
    const real = window.setTimeout.bind(window);
    window.setTimeout = Object.assign((work: TimerHandler, ms?: number, ...rest: unknown[]) => {
      return (ms ?? 0) >= shortest ? 0 : real(work, ms, ...rest);
    }, window.setTimeout);
  }, SHORTEST_POLL_MS);
}
