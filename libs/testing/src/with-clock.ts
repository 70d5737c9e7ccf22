const MINUTE_MS = 60_000;

/** What is done while the process's clock is some minutes ahead, or behind; that of the database and timers stay right. */
export async function withClock<T>(minutes: number, work: () => Promise<T>): Promise<T> {
  const RightDate = Date;
  const now = () => RightDate.now() + minutes * MINUTE_MS;
  globalThis.Date = new Proxy(RightDate, {
    construct: (target, given: unknown[]) => Reflect.construct(target, given.length === 0 ? [now()] : given),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
  try {
    return await work();
  } finally {
    globalThis.Date = RightDate;
  }
}
