import type { PatternsBody } from '@leakwatch/contracts';
import { findSecret } from '@leakwatch/matching';
import { InvalidRequest } from '@leakwatch/platform';

/**
 * Refuses patterns in which a detector recognises a real credential: asking a public source for it would leak it. The
 * fault names the place of the entry, never its text: an error goes to the log.
 */
export function refuseSecrets(patterns: PatternsBody): void {
  const faults = Object.entries(patterns).flatMap(([group, { patterns: texts }]) =>
    texts.flatMap((text, at) => (findSecret(text) === null ? [] : [[`patterns.${group}.patterns.${at}`, 'keyword_is_secret'] as const])),
  );
  if (faults.length > 0) throw new InvalidRequest('task_invalid', Object.fromEntries(faults));
}
