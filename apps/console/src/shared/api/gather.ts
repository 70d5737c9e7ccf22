/** Calls `flush` with all added items: the first time at once, then at most once in `pauseMs`. */
export function gather<T>(flush: (items: ReadonlySet<T>) => void, pauseMs: number) {
  const waiting = new Set<T>();
  let pause: ReturnType<typeof setTimeout> | undefined;
  const go = () => {
    pause = undefined;
    if (waiting.size === 0) return;
    const items = new Set(waiting);
    waiting.clear();
    pause = setTimeout(go, pauseMs);
    flush(items);
  };
  return {
    add(items: Iterable<T>): void {
      for (const item of items) waiting.add(item);
      if (pause === undefined) go();
    },
    /** Drops the items that wait. */
    stop(): void {
      clearTimeout(pause);
      pause = undefined;
      waiting.clear();
    },
  };
}
