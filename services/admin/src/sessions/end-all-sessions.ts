import { Injectable } from '@nestjs/common';
import { type Caller, Database, IDENTITY, NotAuthenticated } from '@leakwatch/platform';
import { activeAccount } from '../accounts/account.store.ts';
import { signedIn } from '../accounts/signed-in.ts';
import { AccountSessions } from './account-sessions.store.ts';
import { SessionStore } from './session.store.ts';

/** Ends the sessions of an account after its epoch was raised and the transaction was committed. */
@Injectable()
export class EndAllSessions {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionStore,
    private readonly accountSessions: AccountSessions,
  ) {}

  async run(account: string, epoch: number): Promise<void> {
    await this.sessions.announceEpoch(account, epoch);
    await this.accountSessions.forgetAll(account);
  }

  /**
   * Ends all sessions of the caller's own account, whose epoch was raised to `epoch`, and replaces that of this browser. Returns
   * its token. Throws NotAuthenticated when the caller's session had ended before the epoch was raised.
   */
  async andRenew(caller: Caller, epoch: number): Promise<string> {
    const { id } = signedIn(caller);
    const account = await this.database.inScope(IDENTITY, (em) => activeAccount(em, id));
    await this.run(account.id, account.epoch);
    if (caller.session === null) throw new NotAuthenticated();
    // A session of the epoch `epoch`: it has ended as well when the epoch was raised again meanwhile.
    const token = await this.sessions.renew(caller.session, { ...account, epoch }, epoch - 1);
    await this.accountSessions.remember(account.id, token, caller);
    return token;
  }
}
