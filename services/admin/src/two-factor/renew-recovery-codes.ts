import { Injectable } from '@nestjs/common';
import { type Caller, Conflict, Database, IDENTITY } from '@leakwatch/platform';
import { ChangeWithCode } from './change-with-code.ts';
import { replaceRecoveryCodes } from './codes/recovery-code.store.ts';
import { hashRecoveryCodes, newRecoveryCodes } from './codes/recovery-codes.ts';
import { secondFactorOf } from './second-factor.store.ts';

/** Replaces the recovery codes with ten new ones. It takes a code of the app; a recovery code is not enough. */
@Injectable()
export class RenewRecoveryCodes {
  constructor(
    private readonly database: Database,
    private readonly change: ChangeWithCode,
  ) {}

  /** Returns the codes, and the token of the session that replaces the caller's; all others of the account have ended. */
  async run(id: string, token: string, caller: Caller): Promise<{ codes: readonly string[]; token: string }> {
    const factor = await this.database.inScope(IDENTITY, (em) => secondFactorOf(em, id));
    if (factor?.active !== true) throw new Conflict('two_factor_inactive');
    const codes = newRecoveryCodes();
    const renewed = await this.change.run(id, token, caller, {
      kind: 'recovery_codes_made',
      codes: ['totp'],
      apply: (em) => replaceRecoveryCodes(em, id, hashRecoveryCodes(id, codes)),
    });
    return { codes, token: renewed };
  }
}
