import { useEffect, useSyncExternalStore } from 'react';

/** A page that does not say when it is drawn is drawn by then, also on a slow line; in milliseconds. */
const AT_LATEST_MS = 4_000;

let isNow = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Loads what can wait until the first page is drawn: called when it is, and by whatever needs a part of it sooner. */
export function loadLater(): void {
  if (isNow) return;
  isNow = true;
  for (const notify of listeners) notify();
}

/** Whether what can wait is wanted now. */
export const useLater = (): boolean => useSyncExternalStore(subscribe, () => isNow);

/** For the frame: what can wait comes at the latest after some seconds. */
export function useLaterAtLatest(): void {
  useEffect(() => {
    const timer = setTimeout(loadLater, AT_LATEST_MS);
    return () => clearTimeout(timer);
  }, []);
}
