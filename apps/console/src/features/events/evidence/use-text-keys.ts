import type { KeyboardEvent, RefObject } from 'react';
import { shortcutsOn } from '../../../shared/lib/shortcuts.ts';

interface Actions {
  readonly jump: (step: 1 | -1) => void;
  readonly field: RefObject<HTMLInputElement | null>;
}

/**
 * The keys of the text: n and p, or Enter in the search field, for the next and the previous place. The browser's own search sees only the
 * rows that are drawn, so its key leads to the field.
 */
export const useTextKeys =
  ({ jump, field }: Actions) =>
  (event: KeyboardEvent): void => {
    const typing = event.target instanceof HTMLInputElement;
    const isFind = event.code === 'KeyF' && (event.ctrlKey || event.metaKey);
    const letter = !typing && shortcutsOn() && !event.ctrlKey && !event.metaKey && !event.altKey ? event.key : '';
    if (isFind) field.current?.select();
    else if (typing && event.target === field.current && event.key === 'Enter') jump(event.shiftKey ? -1 : 1);
    else if (event.key === 'F3') jump(event.shiftKey ? -1 : 1);
    else if (letter === 'n') jump(1);
    else if (letter === 'p') jump(-1);
    else return;
    event.preventDefault();
  };
