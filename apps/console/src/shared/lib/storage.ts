/** Reads localStorage. Where the browser forbids it the console works but remembers nothing. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps `value` under `key`; null removes it. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is full or forbidden; nothing depends on it.
  }
}

/** Keys of the choices that belong to the browser and not to an account. public/scheme.js reads them too. */
export const LOOK_KEYS = { locale: 'leakwatch.locale', scheme: 'leakwatch.scheme' } as const;

/** Waits for work that may empty the browser's storage, and puts the looks back. */
export async function keepLooks<T>(work: Promise<T>): Promise<T> {
  const kept = Object.values(LOOK_KEYS).map((key) => [key, readStored(key)] as const);
  try {
    return await work;
  } finally {
    for (const [key, value] of kept) if (value !== null) writeStored(key, value);
  }
}
