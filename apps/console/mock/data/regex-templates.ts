import type { RegexTemplate } from '@leakwatch/contracts';
import { DETECTOR_IDS, detectorKind, detectorText } from '@leakwatch/vocabulary';
import { mockId } from '../ids.ts';

const own = (number: number, name: string, regex: string, hint: string, severity: RegexTemplate['severity']): RegexTemplate => ({
  id: mockId(7, number),
  name,
  regex,
  hint,
  severity,
  detector: null,
  kind: null,
  version: 1,
});

/** The detectors of Leakwatch; their expressions are not the real ones. */
const BUILT_IN: readonly RegexTemplate[] = DETECTOR_IDS.map((detector, at) => {
  const text = detectorText(detector, 'en');
  return {
    id: mockId(8, at),
    name: text?.name ?? detector,
    regex: `\\b${detector}_[A-Za-z0-9]{36}\\b`,
    hint: text?.hint ?? '',
    severity: 'high',
    detector,
    kind: detectorKind(detector) ?? null,
    version: null,
  };
});

/** What is looked for in each finding; without templates of staff in an empty world. */
export const makeRegexTemplates = (filled: boolean): readonly RegexTemplate[] => [
  ...(filled
    ? [
        own(1, 'Contract number', 'DOG-[0-9]{6}', 'Ask the legal department', 'medium'),
        own(11, 'Внутренний хост', '[a-z0-9-]+\\.corp\\.example', '', 'low'),
      ]
    : []),
  ...BUILT_IN,
];
