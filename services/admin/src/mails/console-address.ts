import type { ServiceSettings } from '@leakwatch/platform';

/** An address of the console as people see it. */
export function consoleAddress(settings: ServiceSettings, path: string, query: Readonly<Record<string, string>> = {}): string {
  const { LEAKWATCH_PUBLIC_URL, LEAKWATCH_HOST, LEAKWATCH_PORT } = settings;
  const url = new URL(path, LEAKWATCH_PUBLIC_URL ?? `http://${LEAKWATCH_HOST}:${LEAKWATCH_PORT}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}
