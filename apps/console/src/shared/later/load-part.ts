import { useSyncExternalStore } from 'react';

/** Between two tries while the server cannot be reached; in milliseconds. */
const AGAIN_MS = 2_000;

let waiting = 0;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function count(change: 1 | -1): void {
  waiting += change;
  for (const notify of listeners) notify();
}

/** Whether any answer comes: a new version of the console answers too, and no longer has the files of the old one. */
async function isReached(): Promise<boolean> {
  try {
    await fetch('/', { method: 'HEAD', cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}

async function whenReached(): Promise<void> {
  count(1);
  try {
    while (!(await isReached())) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  } finally {
    count(-1);
  }
}

/**
 * Loads a file of the console. Without a connection it waits for one: a failure would take the whole page away, with what was typed in it.
 * It fails where the server answers and does not have the file.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    await whenReached();
    return load();
  }
}

/** Whether something that was asked for waits for the connection. */
export const usePartWaits = (): boolean => useSyncExternalStore(subscribe, () => waiting > 0);
