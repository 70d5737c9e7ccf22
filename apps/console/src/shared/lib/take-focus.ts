/**
 * Moves the focus on from what has just been pressed, which leaves the page or rests from then on and would lose the focus to nothing. Whoever
 * went elsewhere meanwhile stays there.
 */
export function takeFocus(to: HTMLElement | null | undefined, pressed: Element | null = null): void {
  const { activeElement } = document;
  if (activeElement === document.body || activeElement === pressed) to?.focus({ preventScroll: true });
}
