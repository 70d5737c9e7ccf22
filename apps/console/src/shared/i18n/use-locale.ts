import { DEFAULT_LOCALE, LOCALES, type Locale } from '@leakwatch/vocabulary';
import { useTranslation } from 'react-i18next';

/** The language that is shown. */
export function useLocale(): Locale {
  const { i18n } = useTranslation();
  return LOCALES.find((locale) => locale === i18n.language) ?? DEFAULT_LOCALE;
}
