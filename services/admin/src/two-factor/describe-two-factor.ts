import { Injectable } from '@nestjs/common';
import type { AnswerOf, twoFactorStatus } from '@leakwatch/contracts';
import { Database, IDENTITY } from '@leakwatch/platform';
import { countRecoveryCodes } from './codes/recovery-code.store.ts';
import { isMandatoryFor, secondFactorOf } from './second-factor.store.ts';

/** The state of an account's second factor. `pending`: asked between password and code. */
@Injectable()
export class DescribeTwoFactor {
  constructor(private readonly database: Database) {}

  run(account: string, pending: boolean): Promise<AnswerOf<typeof twoFactorStatus>> {
    return this.database.inScope(IDENTITY, async (em) => {
      const active = (await secondFactorOf(em, account))?.active ?? false;
      const mandatory = await isMandatoryFor(em, account);
      return {
        active,
        two_factor: active || mandatory,
        tfa_company: mandatory,
        due: pending,
        recovery_codes: pending ? null : await countRecoveryCodes(em, account),
      };
    });
  }
}
