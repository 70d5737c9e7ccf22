import type { Locale } from '@leakwatch/vocabulary';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { firstLocale, storeLocale } from './locale.ts';
import { TEXTS, type TextPart } from './texts.ts';

const NAMESPACE = 'translation';
/** What the screens that were opened need: another language loads all of it before it is shown. */
const needed = new Set<TextPart>(['base']);
const loaded = new Set<string>();

async function load(locale: Locale, part: TextPart): Promise<void> {
  const name = `${locale}/${part}`;
  if (loaded.has(name)) return;
  i18next.addResourceBundle(locale, NAMESPACE, { ...(await TEXTS[locale][part]()) }, true);
  loaded.add(name);
}

/** The language that is shown, or that a change is on its way to. */
let current: Locale = firstLocale();
let started: Promise<unknown> | undefined;

/** Once, by whoever comes first: the router asks for its first screen's texts before the page starts them. */
function start(): Promise<unknown> {
  started ??= i18next.use(initReactI18next).init({
    lng: current,
    resources: {},
    fallbackLng: false,
    // React escapes what it shows.
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  return started;
}

async function loadNeeded(locale: Locale): Promise<void> {
  await start();
  await Promise.all([...needed].map((part) => load(locale, part)));
}

/** Loads parts of the texts in the language that is shown; later languages bring them too. */
export async function needTexts(parts: readonly TextPart[]): Promise<void> {
  for (const part of parts) needed.add(part);
  await loadNeeded(current);
}

/** Starts the texts in the language of this browser; resolves when they can be shown. */
export const startTexts = (): Promise<void> => loadNeeded(current);

/** Changes the language and, where the person chose it, remembers it in this browser. */
export async function changeLocale(locale: Locale, remember: boolean): Promise<void> {
  current = locale;
  await loadNeeded(locale);
  if (remember) storeLocale(locale);
  document.documentElement.lang = locale;
  await i18next.changeLanguage(locale);
}
