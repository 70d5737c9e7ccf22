/** A cohort as a scan finds it. */
export interface FoundCohort {
  readonly id: string;
  readonly ordinal: bigint;
  /** Number of documents up to the ordinal. */
  readonly documents: number;
  /** Those of its patterns that the scan matches. */
  readonly patterns: readonly string[];
  /** All of its patterns. */
  readonly size: number;
}

/** One cohort of the scan, after it was taken. */
export interface TakenCohort {
  readonly id: string;
  readonly isNew: boolean;
  readonly ordinal: bigint;
  /** Number of documents up to the ordinal. */
  readonly documents: number;
  /** Its number of patterns. */
  readonly size: number;
  /** Patterns that come into it. */
  readonly joining: readonly string[];
}

export interface TakingPlan {
  readonly cohorts: readonly TakenCohort[];
  /** Cohorts of which no pattern is left. */
  readonly emptied: readonly string[];
  /** Cohorts that keep patterns which the scan does not match, and are not its own. */
  readonly left: readonly string[];
}

/**
 * How a scan gets cohorts that hold its patterns and no others, one for each ordinal. Patterns that are in no cohort begin at 0.
 * @param found cohorts that hold patterns of the scan
 */
export function planTaking(found: readonly FoundCohort[], patterns: readonly string[], newId: () => string): TakingPlan {
  const known = new Set(found.flatMap((cohort) => cohort.patterns));
  const unknown = patterns.filter((pattern) => !known.has(pattern));
  const ordinals = new Set([...found.map(({ ordinal }) => ordinal), ...(unknown.length > 0 ? [0n] : [])]);
  const cohorts = [...ordinals].map((ordinal): TakenCohort => {
    const here = found.filter((cohort) => cohort.ordinal === ordinal);
    const kept = largest(here.filter(isWhole));
    const joining = here.flatMap((cohort) => (cohort === kept ? [] : cohort.patterns));
    if (ordinal === 0n) joining.push(...unknown);
    return {
      id: kept?.id ?? newId(),
      isNew: kept === undefined,
      ordinal,
      documents: here[0]?.documents ?? 0,
      size: (kept?.size ?? 0) + joining.length,
      joining,
    };
  });
  const taken = new Set(cohorts.map(({ id }) => id));
  return {
    cohorts,
    emptied: found.filter((cohort) => isWhole(cohort) && !taken.has(cohort.id)).map(({ id }) => id),
    left: found.filter((cohort) => !isWhole(cohort)).map(({ id }) => id),
  };
}

const isWhole = ({ patterns, size }: FoundCohort): boolean => patterns.length === size;

/** The one with the most patterns: moving the others into it writes the fewest rows. */
export const largest = <T extends { readonly size: number }>(cohorts: readonly T[]): T | undefined =>
  cohorts.reduce<T | undefined>((most, one) => (most === undefined || one.size > most.size ? one : most), undefined);
