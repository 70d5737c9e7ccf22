import { useEffect, useState } from 'react';
import { focusHeadingIn } from './focus-heading.ts';

/**
 * Gives the focus back when a dialog is taken away: Mantine's dialogs do so only where they stay mounted while closed. Where nothing had it, as after
 * a link to the dialog, the heading of the page gets it.
 */
export function useReturnFocus(): void {
  // Read while the dialog is rendered: on a busy page its effects run after it has taken the focus.
  const [before] = useState(() => document.activeElement);
  const [path] = useState(() => window.location.pathname);
  useEffect(
    () => () => {
      // After the dialog has left the page. Whoever took the focus meanwhile keeps it.
      setTimeout(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement) before.focus({ preventScroll: true });
        focusHeadingIn([document.querySelector('main')], path);
      });
    },
    [before, path],
  );
}

/** For a dialog that stays mounted while closed: the heading of the page gets the focus where nothing had it before the dialog. */
export function useHeadingAfter(opened: boolean): void {
  useEffect(() => {
    if (!opened) return;
    const path = window.location.pathname;
    return () => {
      setTimeout(() => focusHeadingIn([document.querySelector('main')], path));
    };
  }, [opened]);
}
