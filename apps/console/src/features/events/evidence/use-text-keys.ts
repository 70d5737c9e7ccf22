import { type RefObject, useEffect, useRef } from 'react';
import { shortcutsOn } from '../../../shared/lib/shortcuts.ts';

interface Actions {
  readonly jump: (step: 1 | -1) => void;
  readonly field: RefObject<HTMLInputElement | null>;
}

/**
 * The keys of the open text, wherever in its dialog the focus is: n and p, or Enter in the search field, for the next and the previous place.
 * The browser's own search sees only the rows that are drawn, so its key leads to the field.
 */
export function useTextKeys({ jump, field }: Actions): void {
  const current = useRef(jump);
  useEffect(() => {
    current.current = jump;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLInputElement;
      const isFind = event.code === 'KeyF' && (event.ctrlKey || event.metaKey);
      const letter = !typing && shortcutsOn() && !event.ctrlKey && !event.metaKey && !event.altKey ? event.key : '';
      const back = letter === 'p' || (event.shiftKey && letter !== 'n');
      if (isFind) {
        field.current?.focus();
        field.current?.select();
      } else if (event.key === 'F3' || letter === 'n' || letter === 'p' || (event.key === 'Enter' && event.target === field.current))
        current.current(back ? -1 : 1);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [field]);
}
