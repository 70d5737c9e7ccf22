import { DETECTOR_KINDS, type DetectorKind } from '../detectors.ts';

/** What a detector finds, as a title says it, and what to do first. */
export interface DetectorText {
  readonly name: string;
  readonly hint: string;
}

export type DetectorNames = Readonly<Record<DetectorKind, Readonly<Record<string, string>>>>;
export type DetectorHints = Readonly<Record<DetectorKind, string>>;

/** The texts of all detectors by their ids. */
export const textsOf = (names: DetectorNames, hints: DetectorHints): Readonly<Record<string, DetectorText>> =>
  Object.fromEntries(
    DETECTOR_KINDS.flatMap((kind) => Object.entries(names[kind]).map(([id, name]) => [id, { name, hint: hints[kind] }] as const)),
  );
