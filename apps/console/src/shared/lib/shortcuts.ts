import { useEffect, useRef } from 'react';
import { readStored, writeStored } from './storage.ts';

const KEY = 'leakwatch.shortcuts';

/** Single-key shortcuts can be turned off, because they disturb speech input. */
export const shortcutsOn = (): boolean => readStored(KEY) !== 'off';
export const setShortcuts = (on: boolean): void => writeStored(KEY, on ? null : 'off');

const TYPING =
  'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable], [role=combobox], [role=menu], [role=listbox]';

/** True when the key belongs to the focused element or to an open dialog. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  if (document.querySelector('[role=dialog]') !== null) return true;
  return event.target instanceof Element && event.target.closest(TYPING) !== null;
}

/** Calls the handler of a pressed key. `?` also works while shortcuts are off, because the help explains how to turn them on. */
export function useShortcuts(handlers: Readonly<Record<string, () => void>>): void {
  const current = useRef(handlers);
  useEffect(() => {
    current.current = handlers;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const handler = current.current[event.key];
      if (handler === undefined || isTaken(event) || (event.key !== '?' && !shortcutsOn())) return;
      event.preventDefault();
      handler();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
