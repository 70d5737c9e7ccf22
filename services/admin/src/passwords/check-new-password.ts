import { Injectable } from '@nestjs/common';
import type { PasswordFault } from '@leakwatch/contracts';
import { InvalidRequest } from '@leakwatch/platform';
import { BreachedPasswords } from './breached-passwords.ts';
import type { PasswordOwner } from './context-words.domain.ts';
import { faultOfPassword } from './password-fault.ts';

export const passwordRefused = (field: 'new_password' | 'old_password' | 'password', fault: PasswordFault): InvalidRequest =>
  new InvalidRequest('password_refused', { [field]: fault });

/** The checks of every new password, whoever sets it. */
@Injectable()
export class CheckNewPassword {
  constructor(private readonly breached: BreachedPasswords) {}

  async faultOf(password: string, owner: PasswordOwner): Promise<PasswordFault | null> {
    return faultOfPassword(password, owner) ?? ((await this.breached.has(password)) ? 'password_breached' : null);
  }

  /** Throws InvalidRequest `password_refused` with the fault of the field `new_password`. */
  async run(password: string, owner: PasswordOwner): Promise<void> {
    const fault = await this.faultOf(password, owner);
    if (fault !== null) throw passwordRefused('new_password', fault);
  }
}
