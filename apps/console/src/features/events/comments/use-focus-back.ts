import { useEffect, useRef } from 'react';

/** Focuses a button that a form had replaced when it is there again. Whoever took the focus meanwhile keeps it. */
export function useFocusBack(there: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef(there);
  useEffect(() => {
    if (there && !before.current && document.activeElement === document.body) button.current?.focus({ preventScroll: true });
    before.current = there;
  }, [there]);
  return button;
}
