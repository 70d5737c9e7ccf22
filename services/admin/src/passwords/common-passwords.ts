import { dictionary } from '@zxcvbn-ts/language-common';

let known: ReadonlySet<string> | undefined;

/** Whether a password is one of some 50,000 that are common in breaches, letter case ignored: a capital makes none rare. */
export function isCommonPassword(password: string): boolean {
  known ??= new Set(dictionary['passwords-common']);
  return known.has(password.toLowerCase());
}
