import type { Locale } from '@leakwatch/vocabulary';
import { loadPart } from '../later/load-part.ts';
import { firstLocale, storeLocale } from './locale.ts';
import { addTexts, showLocale } from './shown-texts.ts';
import { BASE_TEXTS, type Texts } from './texts.ts';

/** What the screens that were opened need: another language loads all of it before it is shown. */
const needed = new Set<Texts>([BASE_TEXTS]);
const loaded: Readonly<Record<Locale, Set<Texts>>> = { ru: new Set(), en: new Set() };

async function load(locale: Locale, texts: Texts): Promise<void> {
  if (loaded[locale].has(texts)) return;
  addTexts(locale, await loadPart(texts[locale]));
  loaded[locale].add(texts);
}

/** The language that is shown, or that is being loaded. */
let current: Locale = firstLocale();

async function loadNeeded(locale: Locale): Promise<void> {
  await Promise.all([...needed].map((texts) => load(locale, texts)));
}

/** Loads texts in the language that is shown; a change of the language loads them as well. */
export async function needTexts(wanted: readonly Texts[]): Promise<void> {
  for (const texts of wanted) needed.add(texts);
  await loadNeeded(current);
}

/** Loads code, and its texts beside it. */
export async function withTexts<Code>(code: () => Promise<Code>, texts: readonly Texts[]): Promise<Code> {
  const [loadedCode] = await Promise.all([loadPart(code), needTexts(texts)]);
  return loadedCode;
}

/** Loads the texts in the language of this browser. */
export const startTexts = (): Promise<void> => loadNeeded(current);

/** Changes the language and, if the person chose it, stores it in this browser. */
export async function changeLocale(locale: Locale, remember: boolean): Promise<void> {
  current = locale;
  await loadNeeded(locale);
  if (remember) storeLocale(locale);
  document.documentElement.lang = locale;
  showLocale(locale);
}
