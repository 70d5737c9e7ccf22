import { Injectable } from '@nestjs/common';
import { Database, IDENTITY, NotFound } from '@leakwatch/platform';
import { raiseEpoch } from '../epoch.store.ts';
import { SessionStore } from '../session.store.ts';
import { removeFactor } from './second-factor.store.ts';

/** Takes the second factor off an account whose owner lost it, and ends all its sessions. Asking twice changes nothing more. */
@Injectable()
export class ResetTwoFactor {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionStore,
  ) {}

  async run(account: string): Promise<void> {
    const epoch = await this.database.inScope(IDENTITY, async (em) => {
      await removeFactor(em, account);
      return raiseEpoch(em, account);
    });
    if (epoch === undefined) throw new NotFound();
    await this.sessions.tellEpoch(account, epoch);
  }
}
