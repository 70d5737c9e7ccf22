import { Injectable } from '@nestjs/common';
import { type Caller, Database, IDENTITY, NotAuthenticated, type RateLimit, RateLimiter } from '@leakwatch/platform';
import { signedIn } from '../accounts/signed-in.ts';
import { passwordRefused } from './check-new-password.ts';
import { verifyPassword } from './password-hash.ts';
import { type StoredPassword, storedPassword } from './password.store.ts';

export const PASSWORD_LIMIT: RateLimit = { name: 'old_password', attempts: 10, seconds: 60 };

/** Asks for the caller's own password again, before a change that a stranger at an open browser should not make. */
@Injectable()
export class ConfirmPassword {
  constructor(
    private readonly database: Database,
    private readonly limiter: RateLimiter,
  ) {}

  /** Returns the account as it is stored. Throws password_refused with `field`, too_many_requests, NotAuthenticated. */
  async run(caller: Caller, password: string, field: 'old_password' | 'password' = 'password'): Promise<StoredPassword> {
    const { id } = signedIn(caller);
    await this.limiter.require(PASSWORD_LIMIT, id);
    const stored = await this.database.inScope(IDENTITY, (em) => storedPassword(em, id));
    if (stored === undefined) throw new NotAuthenticated();
    if (!(await verifyPassword(stored.password_hash, password))) throw passwordRefused(field, 'password_wrong');
    return stored;
  }
}
