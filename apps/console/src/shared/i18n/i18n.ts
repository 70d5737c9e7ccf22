import type { Locale } from '@leakwatch/vocabulary';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { firstLocale, storeLocale } from './locale.ts';

/** One file a language, loaded when it is needed. */
const CATALOGUES = {
  ru: () => import('./ru/index.ts').then((module) => module.ru),
  en: () => import('./en/index.ts').then((module) => module.en),
} as const satisfies Record<Locale, () => Promise<object>>;

async function load(locale: Locale): Promise<void> {
  if (i18next.hasResourceBundle(locale, 'translation')) return;
  i18next.addResourceBundle(locale, 'translation', await CATALOGUES[locale]());
}

/** Starts the texts in the language of this browser; resolves when they can be shown. */
export async function startTexts(): Promise<void> {
  const locale = firstLocale();
  await i18next.use(initReactI18next).init({
    lng: locale,
    resources: {},
    fallbackLng: false,
    // React escapes what it shows.
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  await load(locale);
}

/** Changes the language and, where the person chose it, remembers it in this browser. */
export async function changeLocale(locale: Locale, remember: boolean): Promise<void> {
  await load(locale);
  if (remember) storeLocale(locale);
  document.documentElement.lang = locale;
  await i18next.changeLanguage(locale);
}
