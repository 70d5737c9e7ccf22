import { AI, BUILD, MESSAGING, PAYMENT, SOURCE_CONTROL, WORK } from './detectors/names-of-services.ts';
import { CLOUD, DATABASE, DOCUMENT, HOSTING, KEY, MONITORING, PASSWORD, PERSONAL } from './detectors/names-of-systems.ts';
import type { Locale } from './people.ts';

/** From the worst; an event has the highest of what was found in it (docs/behaviour/detectors.md). */
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What a detector of Leakwatch finds. */
export const DETECTOR_KINDS = [
  'source_control',
  'build',
  'cloud',
  'hosting',
  'database',
  'monitoring',
  'messaging',
  'payment',
  'work',
  'ai',
  'key',
  'password',
  'personal',
  'document',
] as const;
export type DetectorKind = (typeof DETECTOR_KINDS)[number];

const BY_KIND = {
  source_control: SOURCE_CONTROL,
  build: BUILD,
  cloud: CLOUD,
  hosting: HOSTING,
  database: DATABASE,
  monitoring: MONITORING,
  messaging: MESSAGING,
  payment: PAYMENT,
  work: WORK,
  ai: AI,
  key: KEY,
  password: PASSWORD,
  personal: PERSONAL,
  document: DOCUMENT,
} as const satisfies Readonly<Record<DetectorKind, object>>;

type KeysOf<T> = T extends unknown ? keyof T : never;
/** The ids of the formats that Leakwatch recognises by itself. */
export type DetectorId = KeysOf<(typeof BY_KIND)[DetectorKind]>;

/** The kind of a detector, and its name for people. */
export interface DetectorNames extends Readonly<Record<Locale, string>> {
  readonly kind: DetectorKind;
}

const NAMES: ReadonlyMap<string, DetectorNames> = new Map(
  DETECTOR_KINDS.flatMap((kind) => Object.entries(BY_KIND[kind]).map(([id, [en, ru]]) => [id, { kind, en, ru }] as const)),
);

/** All ids, in the order of the kinds. */
export const DETECTOR_IDS: readonly string[] = [...NAMES.keys()];

/** undefined where no detector of Leakwatch has the id: a newer version may have written it. */
export const detectorNames = (id: string): DetectorNames | undefined => NAMES.get(id);
