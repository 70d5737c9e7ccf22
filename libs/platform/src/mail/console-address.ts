import type { z } from 'zod';
import type { consoleAddressSettings } from '../config/settings.ts';

type AddressSettings = z.output<typeof consoleAddressSettings>;

/** An address that means all interfaces; a browser cannot open it. */
const EVERYWHERE = /^(0\.0\.0\.0|::|\[::\])$/;

/** An address of the console as people see it. */
export function consoleAddress(settings: AddressSettings, path: string, query: Readonly<Record<string, string>> = {}): string {
  const { LEAKWATCH_PUBLIC_URL, LEAKWATCH_HOST, LEAKWATCH_PORT } = settings;
  const host = EVERYWHERE.test(LEAKWATCH_HOST) ? 'localhost' : LEAKWATCH_HOST;
  const url = new URL(path, LEAKWATCH_PUBLIC_URL ?? `http://${host}:${LEAKWATCH_PORT}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}
