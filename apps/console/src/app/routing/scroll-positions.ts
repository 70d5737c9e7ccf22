import type { Location } from 'react-router-dom';

const STORED_AS = 'leakwatch.scroll';

/** How far the page was scrolled at each step of the history, in pixels, by the key of the step. */
let positions = new Map<string, number>();

/** Remembers where the page is scrolled to, before another one takes its place. */
export const keepScroll = ({ key }: Location): void => void positions.set(key, window.scrollY);

export const keptScroll = ({ key }: Location): number | undefined => positions.get(key);

/** For a reload, and for a return from another site. */
export function storeScroll(): void {
  try {
    sessionStorage.setItem(STORED_AS, JSON.stringify([...positions]));
  } catch {
    // Storage is full or forbidden: the page begins at its top.
  }
}

const isPosition = (value: unknown): value is [string, number] =>
  Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number';

export function readScroll(): void {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORED_AS) ?? '[]');
    if (Array.isArray(stored)) positions = new Map([...stored.filter(isPosition), ...positions]);
  } catch {
    // Storage is forbidden or holds something else.
  }
}
