import { Injectable } from '@nestjs/common';
import { type Caller, Conflict, Database, IDENTITY, LeakwatchError } from '@leakwatch/platform';
import { ChangeWithCode } from './change-with-code.ts';
import { invalidCode } from './codes/redeem-code.ts';
import { isMandatoryFor, removeFactor, secondFactorOf } from './second-factor.store.ts';

/**
 * Switches the second factor off, with a code: an open session alone must not be enough. Where it is
 * mandatory the answer is 503, whatever else is wrong (docs/behaviour/access.md).
 */
@Injectable()
export class DisableTwoFactor {
  constructor(
    private readonly database: Database,
    private readonly change: ChangeWithCode,
  ) {}

  /** Returns the token of the session that replaces the caller's; all others of the account have ended. */
  async run(id: string, token: string | undefined, caller: Caller): Promise<string> {
    const { active, mandatory } = await this.database.inScope(IDENTITY, async (em) => ({
      active: (await secondFactorOf(em, id))?.active ?? false,
      mandatory: await isMandatoryFor(em, id),
    }));
    if (mandatory) throw new LeakwatchError('two_factor_mandatory', 503, { level: 'info' });
    if (!active) throw new Conflict('two_factor_inactive');
    if (token === undefined) throw invalidCode();
    return this.change.run(id, token, caller, {
      kind: 'second_factor_off',
      codes: ['totp', 'recovery'],
      apply: (em) => removeFactor(em, id),
    });
  }
}
