let open = 0;

/** Whether a change is on its way to the server: a page that is closed now may take it along. */
export const writesAreOpen = (): boolean => open > 0;

/** Notes that a change is on its way until it is answered, or given up. */
export async function asWrite<T>(call: () => T | PromiseLike<T>): Promise<T> {
  open += 1;
  try {
    return await call();
  } finally {
    open -= 1;
  }
}
