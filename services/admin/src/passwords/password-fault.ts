import type { PasswordFault } from '@leakwatch/contracts';
import { brokenPasswordRules } from '@leakwatch/rules';
import { dictionary } from '@zxcvbn-ts/language-common';
import { leansOnContext, type PasswordOwner } from './context-words.domain.ts';

let common: ReadonlySet<string> | undefined;

/** About 50,000 passwords that are common in breaches. Ignores letter case: a capital letter does not make one rare. */
function isCommonPassword(password: string): boolean {
  common ??= new Set(dictionary['passwords-common']);
  return common.has(password.toLowerCase());
}

/** Why a new password is refused without asking another service; null when it is accepted. */
export function faultOfPassword(password: string, owner: PasswordOwner): PasswordFault | null {
  if (brokenPasswordRules(password).length > 0) return 'password_weak';
  if (isCommonPassword(password)) return 'password_common';
  return leansOnContext(password, owner) ? 'password_of_context' : null;
}
