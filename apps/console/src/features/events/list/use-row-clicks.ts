import { type RefObject, useEffect, useRef } from 'react';

/** What a click does something else on. */
const OWN = 'a, button, input, label, [role=group]';

/** A click anywhere in a row follows the link of its title. For the pointer alone: the title is what the keyboard reaches. */
export function useRowClicks(): RefObject<HTMLDivElement | null> {
  const rows = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = rows.current;
    const onClick = (click: MouseEvent) => {
      const { target, button, metaKey, ctrlKey, shiftKey, altKey } = click;
      if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
      if (!(target instanceof Element) || target.closest(OWN) !== null) return;
      // The person selected a text to copy it.
      if (getSelection()?.isCollapsed === false) return;
      target.closest('article')?.querySelector<HTMLElement>('h2 a')?.click();
    };
    box?.addEventListener('click', onClick);
    return () => box?.removeEventListener('click', onClick);
  });
  return rows;
}
