import type { Locale } from '../people.ts';
import { DETECTOR_TEXTS_EN } from './texts-en.ts';
import { DETECTOR_TEXTS_RU } from './texts-ru.ts';
import type { DetectorText } from './texts-of.ts';

const TEXTS: Readonly<Record<Locale, Readonly<Record<string, DetectorText>>>> = { en: DETECTOR_TEXTS_EN, ru: DETECTOR_TEXTS_RU };

/** undefined where no detector of Leakwatch has the id: a newer version may have written it. */
export const detectorText = (id: string, locale: Locale): DetectorText | undefined => TEXTS[locale][id];
