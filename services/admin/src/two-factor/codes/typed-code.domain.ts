export type TypedCode =
  | { readonly kind: 'totp'; readonly code: string }
  | { readonly kind: 'recovery'; readonly code: string }
  | { readonly kind: 'unreadable' };

/** Crockford's base32: it has no characters that look alike; when read, O counts as 0, I and L as 1. */
export const RECOVERY_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 24 characters of 5 bits are 120 bits; from 112 bits on, a plain hash is enough for storage (ASVS 5.0, 6.5.2). */
export const RECOVERY_LENGTH = 24;

/** Reads a code that was typed or pasted. Ignores spaces, dashes and letter case. */
export function readCode(typed: string): TypedCode {
  const bare = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  if (/^[0-9]{6}$/.test(bare)) return { kind: 'totp', code: bare };
  const code = bare.replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  const fits = code.length === RECOVERY_LENGTH && [...code].every((one) => RECOVERY_ALPHABET.includes(one));
  return fits ? { kind: 'recovery', code } : { kind: 'unreadable' };
}
