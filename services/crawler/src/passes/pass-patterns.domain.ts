/** Where patterns are in a mirror's ledger, and whether a pass of another launch holds them. */
export interface PatternPlace {
  readonly ordinal: bigint;
  readonly isHeld: boolean;
  readonly patterns: readonly string[];
}

/**
 * The patterns that a launch scans for: its own, and those of other tasks that are free and as far as its own are at least. So the launch
 * reads no document that it would not read for itself, and tasks that are equally far are scanned together. Others have passes of their
 * own beside it. undefined when another launch holds one of its own.
 * @param places patterns that are in none of them begin at 0, and are free
 */
export function patternsOfPass(
  places: readonly PatternPlace[],
  own: readonly string[],
  others: readonly string[],
): readonly string[] | undefined {
  const placeOf = new Map(places.flatMap((place) => place.patterns.map((pattern) => [pattern, place] as const)));
  const ordinalOf = (pattern: string): bigint => placeOf.get(pattern)?.ordinal ?? 0n;
  const isHeld = (pattern: string): boolean => placeOf.get(pattern)?.isHeld ?? false;
  if (own.some(isHeld)) return undefined;
  const start = own.map(ordinalOf).reduce((least, ordinal) => (ordinal < least ? ordinal : least));
  return [...own, ...others.filter((pattern) => !isHeld(pattern) && ordinalOf(pattern) >= start)];
}
