import { DETECTOR_KINDS, type DetectorKind } from '../detectors.ts';
import { SERVICES_EN } from './names/services-en.ts';
import { SYSTEMS_EN } from './names/systems-en.ts';

/** The English names, by kind. */
export const DETECTORS_EN = { ...SERVICES_EN, ...SYSTEMS_EN } as const satisfies Readonly<Record<DetectorKind, object>>;

type KeysOf<T> = T extends unknown ? keyof T : never;
/** The ids of the formats that Leakwatch recognises by itself. */
export type DetectorId = KeysOf<(typeof DETECTORS_EN)[DetectorKind]>;

const KINDS: ReadonlyMap<string, DetectorKind> = new Map(
  DETECTOR_KINDS.flatMap((kind) => Object.keys(DETECTORS_EN[kind]).map((id) => [id, kind] as const)),
);

/** All ids, in the order of the kinds. */
export const DETECTOR_IDS: readonly string[] = [...KINDS.keys()];

/** undefined where no detector of Leakwatch has the id: a newer version may have written it. */
export const detectorKind = (id: string): DetectorKind | undefined => KINDS.get(id);
