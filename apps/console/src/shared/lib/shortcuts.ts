import { useEffect, useRef } from 'react';
import { readStored, writeStored } from './storage.ts';

const KEY = 'leakwatch.shortcuts';

/** Single-key shortcuts can be turned off, because they disturb speech input. */
export const shortcutsOn = (): boolean => readStored(KEY) !== 'off';
export const setShortcuts = (on: boolean): void => writeStored(KEY, on ? null : 'off');

const TYPING =
  'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable], [role=combobox], [role=menu], [role=listbox]';

/** What Enter presses. */
const PRESSED = 'a[href], button, input, summary, [role=button]';

/** True when the key belongs to the focused element or to an open dialog. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  if (document.querySelector('[role=dialog]') !== null) return true;
  if (!(event.target instanceof Element)) return false;
  return event.target.closest(event.key === 'Enter' ? `${TYPING}, ${PRESSED}` : TYPING) !== null;
}

const CYRILLIC = /^\p{Script=Cyrillic}$/u;
const LETTER = /^Key([A-Z])$/;

/** The key as a Latin layout has it: a person who writes Russian presses the same place. Signs of Russian layouts stand for `/` and `?`. */
export function keyOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (CYRILLIC.test(key)) return LETTER.exec(code)?.[1]?.toLowerCase() ?? key;
  if (code === 'Slash' && key === '.') return '/';
  return code === 'Slash' && key === ',' ? '?' : key;
}

const isMac = /mac/i.test(navigator.platform);
export const PALETTE_KEYS = isMac ? '⌘K' : 'Ctrl+K';

/** The keys of the command palette. They work while a person types and while single keys are off. */
export const isPaletteKey = (event: Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'shiftKey' | 'metaKey' | 'ctrlKey'>): boolean =>
  keyOf(event).toLowerCase() === 'k' && !event.altKey && !event.shiftKey && event.metaKey === isMac && event.ctrlKey !== isMac;

/** Whether a key works while single keys are off: Enter and Escape are no letters, and the help explains how to turn them on. */
const isAlwaysOn = (key: string): boolean => key.length > 1 || key === '?';

/** Calls the handler of a pressed key. */
export function useShortcuts(handlers: Readonly<Record<string, () => void>>): void {
  const current = useRef(handlers);
  useEffect(() => {
    current.current = handlers;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const key = keyOf(event);
      const handler = current.current[key];
      if (handler === undefined || isTaken(event) || !(isAlwaysOn(key) || shortcutsOn())) return;
      event.preventDefault();
      handler();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
