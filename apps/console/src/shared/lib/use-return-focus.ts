import { useEffect, useState } from 'react';

/** Gives the focus back when a dialog is taken away: Mantine's dialogs do so only where they stay mounted while closed. */
export function useReturnFocus(): void {
  // Read while the dialog is rendered: on a busy page its effects run after it has taken the focus.
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // After the dialog has left the page. Whoever took the focus meanwhile keeps it.
      setTimeout(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement) before.focus({ preventScroll: true });
      });
    },
    [before],
  );
}
