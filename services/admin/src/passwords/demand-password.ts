import { Injectable } from '@nestjs/common';
import { type Caller, Database, IDENTITY, NotAuthenticated } from '@leakwatch/platform';
import { passwordFits } from '../identity/passwords.ts';
import { type StoredPassword, storedPassword } from '../links/password.store.ts';
import { Tries } from '../links/tries.ts';
import { refused } from './refuse-password.ts';

/** The caller's own password once more, before what a stranger at an open browser should not do. */
@Injectable()
export class DemandPassword {
  constructor(
    private readonly database: Database,
    private readonly tries: Tries,
  ) {}

  /** Gives the account as it is stored. Throws password_refused with `field`, too_many_requests, NotAuthenticated. */
  async run({ account }: Caller, password: string, field: 'old_password' | 'password' = 'password'): Promise<StoredPassword> {
    if (account === null) throw new NotAuthenticated();
    await this.tries.demand('old_password', account.id);
    const stored = await this.database.inScope(IDENTITY, (em) => storedPassword(em, account.id));
    if (stored === undefined) throw new NotAuthenticated();
    if (!(await passwordFits(stored.password_hash, password))) throw refused(field, 'password_wrong');
    return stored;
  }
}
