import type { EventRow, FoundTokenRow } from '@leakwatch/contracts';

/** The worst of what was found in an event, and how many other values were; null where nothing is known. */
export function leakOf({ regex_tokens_found: found }: EventRow): { readonly worst: FoundTokenRow; readonly more: number } | null {
  const [worst, ...others] = found;
  if (worst === undefined) return null;
  return { worst, more: worst.count - 1 + others.reduce((sum, { count }) => sum + count, 0) };
}

/** What leaked, as the text around the matches shows it masked. */
export const maskedValuesOf = ({ regex_tokens_found: found }: EventRow): readonly string[] => found.flatMap(({ masked }) => masked);
