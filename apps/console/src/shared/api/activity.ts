/**
 * A read this long after the last input of a person counts as a poll of an unattended tab. Longer than the longest pause
 * between two polls, so that every round sees a person who works. In milliseconds.
 */
export const ACTIVE_MS = 15_000;

const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** Watches for input of a person. Gives whether there was any recently. */
export function watchActivity(target: Pick<EventTarget, 'addEventListener'>, now: () => number = Date.now): () => boolean {
  let last = now();
  for (const sign of SIGNS) target.addEventListener(sign, () => void (last = now()), { passive: true, capture: true });
  return () => now() - last <= ACTIVE_MS;
}
