import { useSyncExternalStore } from 'react';
import { onLocale, shownTexts } from './shown-texts.ts';
import type { Translator } from './translate.ts';

/** The texts of the language that is shown; the same object until it changes. */
export const useTexts = (): Translator => useSyncExternalStore(onLocale, shownTexts);
