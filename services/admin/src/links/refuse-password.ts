import type { PasswordFault } from '@leakwatch/contracts';
import { InvalidRequest } from '@leakwatch/platform';
import { brokenPasswordRules } from '@leakwatch/rules';
import { isCommonPassword } from './common-passwords.ts';

/** What speaks against a new password by itself; null when nothing does. */
export function faultOfPassword(password: string): PasswordFault | null {
  if (brokenPasswordRules(password).length > 0) return 'password_weak';
  return isCommonPassword(password) ? 'password_common' : null;
}

export const refused = (field: 'new_password' | 'old_password', fault: PasswordFault): InvalidRequest =>
  new InvalidRequest('password_refused', { [field]: fault });

/** Throws InvalidRequest `password_refused` with the fault of the field `new_password`. */
export function demandGoodPassword(password: string): void {
  const fault = faultOfPassword(password);
  if (fault !== null) throw refused('new_password', fault);
}
