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
