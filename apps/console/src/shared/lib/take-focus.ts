/**
 * Moves the focus on from what has just been pressed: when it leaves the page or is disabled, the focus would fall to the page. A person who
 * moved the focus meanwhile keeps it.
 */
export function takeFocus(to: HTMLElement | null | undefined, pressed: Element | null = null): void {
  const { activeElement } = document;
  if (activeElement === document.body || activeElement === pressed) to?.focus({ preventScroll: true });
}
