/** What leaves the page while it has the focus, and what is around it. */
export interface Held {
  readonly element: Element;
  /** What may outlast it, the nearest first. */
  readonly around: readonly (Element | null)[];
  readonly path: string;
}

export const heldBy = (element: Element): Held => ({
  element,
  around: [element.closest('section'), element.closest('main')],
  path: window.location.pathname,
});

/** To the heading over what left the page, unless somebody else took the focus or the page is another one. */
export function focusHeading({ element, around, path }: Held): void {
  if (!element.isConnected) focusHeadingIn(around, path);
}

/** To the heading of the nearest part that is still there, unless something has the focus or the page is another one. */
export function focusHeadingIn(around: Held['around'], path: string): void {
  if (document.activeElement !== document.body || window.location.pathname !== path) return;
  const heading = around.find((one) => one?.isConnected === true)?.querySelector<HTMLElement>('h1, h2');
  if (heading === null || heading === undefined) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
