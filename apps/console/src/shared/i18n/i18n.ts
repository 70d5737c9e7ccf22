import type { Locale } from '@leakwatch/vocabulary';
import i18next, { type FormatFunction, type FormatterModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { loadPart } from '../later/load-part.ts';
import { formatNumber } from '../lib/numbers.ts';
import { firstLocale, storeLocale } from './locale.ts';
import { BASE_TEXTS, type Texts } from './texts.ts';

const NAMESPACE = 'translation';
/** What the screens that were opened need: another language loads all of it before it is shown. */
const needed = new Set<Texts>([BASE_TEXTS]);
const loaded: Readonly<Record<Locale, Set<Texts>>> = { ru: new Set(), en: new Set() };

async function load(locale: Locale, texts: Texts): Promise<void> {
  if (loaded[locale].has(texts)) return;
  i18next.addResourceBundle(locale, NAMESPACE, { ...(await loadPart(texts[locale])) }, true);
  loaded[locale].add(texts);
}

/** The language that is shown, or that is being loaded. */
let current: Locale = firstLocale();
let started: Promise<unknown> | undefined;

/** Numbers of texts get the separators of the language; what must not have them (a line, a page) is given as a string. */
const formatted: FormatFunction = (value: unknown, _, locale) =>
  typeof value === 'number' && locale !== undefined ? formatNumber(value, locale) : String(value ?? '');

/** i18next writes every value of a text with this, in place of its own formats. */
const NUMBERS: FormatterModule = { type: 'formatter', init: () => {}, add: () => {}, addCached: () => {}, format: formatted };

/** Runs once, for the first caller: the router needs the texts of its first page before main.tsx has loaded the base. */
function start(): Promise<unknown> {
  started ??= i18next
    .use(initReactI18next)
    .use(NUMBERS)
    .init({
      lng: current,
      resources: {},
      fallbackLng: false,
      // React escapes what it shows.
      interpolation: { escapeValue: false, alwaysFormat: true },
      react: { useSuspense: false },
    });
  return started;
}

async function loadNeeded(locale: Locale): Promise<void> {
  await start();
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
  await i18next.changeLanguage(locale);
}
