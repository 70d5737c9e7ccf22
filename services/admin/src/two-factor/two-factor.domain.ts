/** What stands between a good password and being signed in. */
export type LoginStep = 'code' | 'set-up' | 'in';

export interface FactorFacts {
  /** A second factor is set up. */
  readonly active: boolean;
  /** The account's organisation makes it mandatory. */
  readonly mandatory: boolean;
}

/** The order after a good password (spec/1-console section 2, '/login'). */
export function loginStep({ active, mandatory }: FactorFacts): LoginStep {
  if (active) return 'code';
  return mandatory ? 'set-up' : 'in';
}

/** Why no new second factor can be set up now, or null. Where the organisation rules, it is set up while signing in. */
export function refuseSetUp({ active, mandatory }: FactorFacts, half: boolean): 'two_factor_active' | 'two_factor_by_organisation' | null {
  if (active) return 'two_factor_active';
  return mandatory && !half ? 'two_factor_by_organisation' : null;
}

export type TypedCode =
  | { readonly kind: 'totp'; readonly code: string }
  | { readonly kind: 'recovery'; readonly code: string }
  | { readonly kind: 'unreadable' };

/** Crockford's base32: what is easily misread is not in it, and is read as what it looks like. */
export const RECOVERY_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 24 characters of 5 bits: 120 bits, over the 112 from which a plain hash at rest is enough (ASVS 5.0, 6.5.2). */
export const RECOVERY_LENGTH = 24;

/** Reads what a person typed or pasted: spaces and dashes do not count, nor does letter case. */
export function readCode(typed: string): TypedCode {
  const bare = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  if (/^[0-9]{6}$/.test(bare)) return { kind: 'totp', code: bare };
  const code = bare.replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  const fits = code.length === RECOVERY_LENGTH && [...code].every((one) => RECOVERY_ALPHABET.includes(one));
  return fits ? { kind: 'recovery', code } : { kind: 'unreadable' };
}
