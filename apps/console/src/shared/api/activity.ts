/**
 * A read this long after a person last did something is the console's own: a poll of a tab that nobody looks after.
 * Longer than the longest pause between two polls, so that who works is seen in every round.
 */
export const ACTIVE_MS = 15_000;

const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** Watches for signs of a person. Gives whether one was there lately. */
export function watchActivity(target: Pick<EventTarget, 'addEventListener'>, now: () => number = Date.now): () => boolean {
  let last = now();
  for (const sign of SIGNS) target.addEventListener(sign, () => void (last = now()), { passive: true, capture: true });
  return () => now() - last <= ACTIVE_MS;
}
