/** What remains to be done after a correct password: enter a code, set a second factor up, or nothing. */
export type LoginStep = 'code' | 'set-up' | 'in';

export interface FactorFacts {
  /** A second factor is set up. */
  readonly active: boolean;
  /** The account is of staff, or its organisation makes it mandatory. */
  readonly mandatory: boolean;
}

/** The next step after a correct password (docs/behaviour/access.md). */
export function loginStep({ active, mandatory }: FactorFacts): LoginStep {
  if (active) return 'code';
  return mandatory ? 'set-up' : 'in';
}

/** Why no second factor can be set up now; null when it can. Where it is mandatory, it is set up at sign-in only. */
export function refuseSetUp(
  { active, mandatory }: FactorFacts,
  pending: boolean,
): 'two_factor_active' | 'two_factor_by_organisation' | null {
  if (active) return 'two_factor_active';
  return mandatory && !pending ? 'two_factor_by_organisation' : null;
}
