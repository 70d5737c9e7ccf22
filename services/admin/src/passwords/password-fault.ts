import type { PasswordFault } from '@leakwatch/contracts';
import { brokenPasswordRules } from '@leakwatch/rules';
import { isCommonPassword } from './common-passwords.ts';
import { leansOnContext, type PasswordOwner } from './context-words.domain.ts';

/** What speaks against a new password without asking anybody; null when nothing does. */
export function faultOfPassword(password: string, owner: PasswordOwner): PasswordFault | null {
  if (brokenPasswordRules(password).length > 0) return 'password_weak';
  if (isCommonPassword(password)) return 'password_common';
  return leansOnContext(password, owner) ? 'password_of_context' : null;
}
