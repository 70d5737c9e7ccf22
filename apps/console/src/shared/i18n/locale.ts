import { DEFAULT_LOCALE, LOCALES, type Locale } from '@leakwatch/vocabulary';
import { LOOK_KEYS, readStored, writeStored } from '../lib/storage.ts';

const KEY = LOOK_KEYS.locale;

const isLocale = (value: string | null): value is Locale => LOCALES.some((locale) => locale === value);

/** The language chosen in this browser, or null when nobody chose one. */
export function storedLocale(): Locale | null {
  const value = readStored(KEY);
  return isLocale(value) ? value : null;
}

export const firstLocale = (): Locale => storedLocale() ?? DEFAULT_LOCALE;
export const storeLocale = (locale: Locale): void => writeStored(KEY, locale);
