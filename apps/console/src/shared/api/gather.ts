/** Calls `flush` with everything that was added: at once, then not again before `pauseMs` went by. */
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
    /** Drops what waits. */
    stop(): void {
      clearTimeout(pause);
      pause = undefined;
      waiting.clear();
    },
  };
}
