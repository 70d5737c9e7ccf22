import { Injectable } from '@nestjs/common';
import type { AnswerOf, addTwoFactor } from '@leakwatch/contracts';
import { Conflict, Database, Forbidden, IDENTITY, newId, NotAuthenticated, Vault } from '@leakwatch/platform';
import { accountById } from '../account.store.ts';
import { isMandatoryFor, keepPendingFactor, secondFactorOf } from './second-factor.store.ts';
import { seedContext } from './spend-code.ts';
import { newSeed, seedImage } from './totp.ts';
import { refuseSetUp } from './two-factor.domain.ts';

/** Begins a set-up: a new seed that counts once a code of it confirms it. An active second factor is never replaced. */
@Injectable()
export class AddTwoFactor {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  async run(id: string, half: boolean): Promise<AnswerOf<typeof addTwoFactor>> {
    const secret = newSeed();
    const email = await this.database.inScope(IDENTITY, async (em) => {
      const account = await accountById(em, id);
      if (account === undefined || !account.active) throw new NotAuthenticated();
      const active = (await secondFactorOf(em, id))?.active ?? false;
      const refusal = refuseSetUp({ active, mandatory: await isMandatoryFor(em, id) }, half);
      if (refusal === 'two_factor_by_organisation') throw new Forbidden(refusal);
      const kept = refusal === null && (await keepPendingFactor(em, id, newId(), this.vault.seal(secret, seedContext(id))));
      if (!kept) throw new Conflict('two_factor_active');
      return account.email;
    });
    return { secret, qr: await seedImage(secret, email) };
  }
}
