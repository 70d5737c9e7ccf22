import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';
import { focusHeading, heldBy } from '../../shared/lib/focus-heading.ts';

/** Of a row that was drawn anew, the row as it is now. */
function presentOf(element: Element): HTMLElement | null {
  const present = element.isConnected ? element : document.getElementById(element.closest('article[id]')?.id ?? '');
  return present instanceof HTMLElement ? present : null;
}

/**
 * When a message leaves with the focus, as after an undo, what had the focus before gets it back, otherwise the heading of the page: a person at
 * the keyboard would begin at the top of the page again. Gives the events for it.
 */
export function useMessagesFocus(box: RefObject<HTMLElement | null>) {
  /** What has the focus in the messages, and what had it before. */
  const held = useRef<Element | null>(null);
  const before = useRef<Element | null>(null);
  useEffect(() => {
    const observer = new MutationObserver(() => {
      const element = held.current;
      if (element === null || element.isConnected) return;
      held.current = null;
      if (document.activeElement !== document.body) return;
      if (before.current !== null) presentOf(before.current)?.focus({ preventScroll: true });
      focusHeading({ ...heldBy(element), around: [document.querySelector('main')] });
    });
    if (box.current !== null) observer.observe(box.current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [box]);
  return {
    onFocus: ({ target, relatedTarget }: FocusEvent) => {
      if (held.current === null) before.current = relatedTarget;
      held.current = target;
    },
    // A button that is disabled while its call runs, or removed, gives the focus to nothing; what is pressed elsewhere takes it.
    onBlur: ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget === null ? target.isConnected && !target.matches(':disabled') : box.current?.contains(relatedTarget) !== true)
        held.current = null;
    },
  };
}
