import { COMMON_PASSWORDS } from './common-passwords.data.ts';

let known: ReadonlySet<string> | undefined;

/** Whether a password is one of the 10,000 most common ones, letter case ignored: a capital letter makes none of them rare. */
export function isCommonPassword(password: string): boolean {
  known ??= new Set(COMMON_PASSWORDS.trim().split(/\s+/));
  return known.has(password.toLowerCase());
}
