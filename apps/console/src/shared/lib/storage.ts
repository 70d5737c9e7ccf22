/** localStorage where the browser gives it; without it everything works, only nothing is remembered. */
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
    // Storage is full or forbidden: what is remembered is a convenience.
  }
}

/** How the browser shows the console: the choices that are its own, whoever signs in. Read by public/scheme.js too. */
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
