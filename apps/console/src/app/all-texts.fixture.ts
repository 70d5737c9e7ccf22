import type { Locale } from '@leakwatch/vocabulary';
import { BASE_TEXTS, CODE_TEXTS, FRAME_TEXTS, PALETTE_TEXTS, type Texts } from '../shared/i18n/texts.ts';
import { PAGES } from './features.ts';

/** Every file of texts that a page names, and those of the palette. */
export const ALL_TEXTS: readonly Texts[] = [
  ...new Set([BASE_TEXTS, FRAME_TEXTS, CODE_TEXTS, PALETTE_TEXTS, ...PAGES.flatMap((page) => ('texts' in page ? page.texts : []))]),
];

/** All texts of a language, by the first part of their keys. */
export async function allTexts(locale: Locale): Promise<Readonly<Record<string, object>>> {
  const files = await Promise.all(ALL_TEXTS.map((texts) => texts[locale]()));
  return Object.assign({}, ...files);
}
