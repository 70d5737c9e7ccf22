/**
 * A request later than this after the last input counts as a poll of an unattended tab. Longer than the longest interval
 * between two polls, so that a person at work is seen by every poll. In milliseconds.
 */
export const ACTIVE_MS = 15_000;

const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** Listens for keyboard and pointer input. Returns a function that says whether there was any within ACTIVE_MS. */
export function watchActivity(target: Pick<EventTarget, 'addEventListener'>, now: () => number = Date.now): () => boolean {
  let last = now();
  for (const sign of SIGNS) target.addEventListener(sign, () => void (last = now()), { passive: true, capture: true });
  return () => now() - last <= ACTIVE_MS;
}
