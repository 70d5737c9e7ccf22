import { Injectable } from '@nestjs/common';
import type { AnswerOf, addTwoFactor } from '@leakwatch/contracts';
import { Conflict, Database, Forbidden, IDENTITY, newId, Vault } from '@leakwatch/platform';
import { activeAccount } from '../accounts/account.store.ts';
import { seedContext } from './codes/redeem-code.ts';
import { isMandatoryFor, savePendingFactor, secondFactorOf } from './second-factor.store.ts';
import { newSeed, seedImage } from './codes/totp.ts';
import { refuseSetUp } from './two-factor.domain.ts';

/** Starts a set-up with a new seed, which a first code has to confirm. An active second factor is never replaced. */
@Injectable()
export class AddTwoFactor {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  /** Throws two_factor_active, two_factor_by_organisation. */
  async run(id: string, pending: boolean): Promise<AnswerOf<typeof addTwoFactor>> {
    const secret = newSeed();
    const email = await this.database.inScope(IDENTITY, async (em) => {
      const account = await activeAccount(em, id);
      const active = (await secondFactorOf(em, id))?.active ?? false;
      const refusal = refuseSetUp({ active, mandatory: await isMandatoryFor(em, id) }, pending);
      if (refusal === 'two_factor_by_organisation') throw new Forbidden(refusal);
      const isSaved = refusal === null && (await savePendingFactor(em, id, newId(), this.vault.seal(secret, seedContext(id))));
      if (!isSaved) throw new Conflict('two_factor_active');
      return account.email;
    });
    return { secret, qr: await seedImage(secret, email) };
  }
}
