import type { Locale } from '@leakwatch/vocabulary';
import { useTexts } from './use-texts.ts';

/** The language that is shown. */
export const useLocale = (): Locale => useTexts().locale;
