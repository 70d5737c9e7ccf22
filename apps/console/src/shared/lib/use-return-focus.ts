import { useEffect } from 'react';

/** Gives the focus back when a dialog is taken away: Mantine's dialogs do so only where they stay mounted while closed. */
export function useReturnFocus(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      // After the dialog has left the page. Whoever took the focus meanwhile keeps it.
      setTimeout(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement) before.focus({ preventScroll: true });
      });
    };
  }, []);
}
