import { CODE_TEXTS, type Texts } from '../../shared/i18n/texts.ts';

export const texts: Texts = { ru: () => import('./texts/ru/index.ts'), en: () => import('./texts/en/index.ts') };

/** Of the page of one event, and of the panel. */
export const pageTexts: Texts = { ru: () => import('./page/texts/ru.ts'), en: () => import('./page/texts/en.ts') };

/** What the page of events does without until its first events are drawn. */
export const LATER_TEXTS: readonly Texts[] = [CODE_TEXTS, pageTexts];
