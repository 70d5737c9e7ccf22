import { useSyncExternalStore } from 'react';

interface Clock {
  readonly read: () => Date;
  readonly listen: (listener: () => void) => () => void;
}

/** Ticks while somebody listens. */
function makeClock(everyMs: number): Clock {
  let now = new Date();
  let timer: ReturnType<typeof setInterval> | undefined;
  const listeners = new Set<() => void>();
  const tick = () => {
    now = new Date();
    for (const notify of listeners) notify();
  };
  const listen = (listener: () => void) => {
    if (listeners.size === 0) {
      // It stood still while nobody listened.
      if (Date.now() - now.getTime() >= everyMs) now = new Date();
      timer = setInterval(tick, everyMs);
    }
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) clearInterval(timer);
    };
  };
  return { read: () => now, listen };
}

/** One clock for each interval, not one for each component: a long list has thousands of times. */
const clocks = new Map<number, Clock>();

function clockOf(everyMs: number): Clock {
  const clock = clocks.get(everyMs) ?? makeClock(everyMs);
  clocks.set(everyMs, clock);
  return clock;
}

/** The current time, updated every `everyMs` milliseconds; for relative times. */
export function useNow(everyMs: number): Date {
  const { read, listen } = clockOf(everyMs);
  return useSyncExternalStore(listen, read);
}
