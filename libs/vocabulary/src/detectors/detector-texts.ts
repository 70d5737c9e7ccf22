import { DETECTOR_KINDS, DETECTORS_EN, type DetectorKind } from '../detectors.ts';
import type { Locale } from '../people.ts';
import { HINTS_EN, HINTS_RU } from './hints.ts';
import { SERVICES_RU } from './names/services-ru.ts';
import { SYSTEMS_RU } from './names/systems-ru.ts';

/** What a detector finds, as a title says it, and what to do first. */
export interface DetectorText {
  readonly name: string;
  readonly hint: string;
}

/** The texts of all detectors by their ids. The console loads one language: each is made of its own files alone. */
const textsOf = (
  names: Readonly<Record<DetectorKind, Readonly<Record<string, string>>>>,
  hints: Readonly<Record<DetectorKind, string>>,
): Readonly<Record<string, DetectorText>> =>
  Object.fromEntries(
    DETECTOR_KINDS.flatMap((kind) => Object.entries(names[kind]).map(([id, name]) => [id, { name, hint: hints[kind] }] as const)),
  );

export const DETECTOR_TEXTS_EN = textsOf(DETECTORS_EN, HINTS_EN);
export const DETECTOR_TEXTS_RU = textsOf({ ...SERVICES_RU, ...SYSTEMS_RU }, HINTS_RU);

const TEXTS: Readonly<Record<Locale, Readonly<Record<string, DetectorText>>>> = { en: DETECTOR_TEXTS_EN, ru: DETECTOR_TEXTS_RU };

/** undefined where no detector of Leakwatch has the id: a newer version may have written it. */
export const detectorText = (id: string, locale: Locale): DetectorText | undefined => TEXTS[locale][id];
