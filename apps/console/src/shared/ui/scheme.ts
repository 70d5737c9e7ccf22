import { isMantineColorScheme, type MantineColorScheme, type MantineColorSchemeManager } from '@mantine/core';
import { LOOK_KEYS, readStored, writeStored } from '../lib/storage.ts';

const KEY = LOOK_KEYS.scheme;

export const SCHEMES = ['light', 'dark', 'auto'] as const satisfies readonly MantineColorScheme[];

/** Keeps the chosen scheme in this browser and follows the choice made in another tab. */
export function schemeManager(): MantineColorSchemeManager {
  let listener: ((event: StorageEvent) => void) | null = null;
  return {
    get: (fallback) => {
      const stored = readStored(KEY);
      return isMantineColorScheme(stored) ? stored : fallback;
    },
    set: (scheme) => writeStored(KEY, scheme),
    subscribe: (update) => {
      listener = (event) => {
        if (event.key === KEY && isMantineColorScheme(event.newValue)) update(event.newValue);
      };
      addEventListener('storage', listener);
    },
    unsubscribe: () => {
      if (listener !== null) removeEventListener('storage', listener);
    },
    clear: () => writeStored(KEY, null),
  };
}
