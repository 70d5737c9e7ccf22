import type { EventRow, FoundTokenRow } from '@leakwatch/contracts';
import { detectorText, type DetectorId, type Severity } from '@leakwatch/vocabulary';
import { mockId } from '../ids.ts';

/** What a detector of Leakwatch found. */
function foundBy(detector: DetectorId, number: number, severity: Severity, masked: readonly string[]): FoundTokenRow {
  const text = detectorText(detector, 'en');
  return {
    id: mockId(7, number),
    name: text?.name ?? detector,
    hint: text?.hint ?? '',
    regex: '[A-Z0-9]{20}',
    detector,
    severity,
    count: masked.length,
    masked: [...masked],
  };
}

/** What staff look for with an expression of their own. */
const CONTRACT: FoundTokenRow = {
  id: mockId(7, 1),
  name: 'Contract number',
  hint: 'Ask the legal department',
  regex: 'DOG-[0-9]{6}',
  detector: null,
  severity: 'medium',
  count: 1,
  masked: ['DO…'],
};

/** By the kind of an event: several values, none, a file full of numbers, a look-alike with an own template. */
const FOUND: readonly (readonly FoundTokenRow[])[] = [
  [foundBy('aws_access_key_id', 2, 'critical', ['AKIA…889']), foundBy('password_setting', 3, 'high', ['SMTP_password = …'])],
  [],
  [foundBy('snils', 4, 'high', ['…95', '…17', '…40'])],
  [CONTRACT, foundBy('github_personal_token', 5, 'low', ['ghp_…x7Q'])],
];

/** What was found in the event of that kind. */
export function foundTokens(kind: number): Pick<EventRow, 'regex_tokens_found' | 'severity'> {
  const regex_tokens_found = [...(FOUND[kind] ?? [])];
  return { regex_tokens_found, severity: regex_tokens_found[0]?.severity ?? null };
}
