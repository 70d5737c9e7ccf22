import type { Locale } from '@leakwatch/vocabulary';
import { firstLocale } from './locale.ts';
import { flatTexts, type Translator, translator } from './translate.ts';

const texts: Readonly<Record<Locale, Map<string, string>>> = { ru: new Map(), en: new Map() };
const listeners = new Set<() => void>();

const translatorOf = (locale: Locale): Translator => translator(locale, texts[locale]);

let shown = translatorOf(firstLocale());

/** The texts of the language that is shown, for what is no component. */
export const shownTexts = (): Translator => shown;

export function onLocale(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `added`: the exports of a file of texts. */
export function addTexts(locale: Locale, added: object): void {
  for (const [key, text] of flatTexts(added)) texts[locale].set(key, text);
}

export function showLocale(locale: Locale): void {
  if (shown.locale === locale) return;
  shown = translatorOf(locale);
  for (const notify of listeners) notify();
}
