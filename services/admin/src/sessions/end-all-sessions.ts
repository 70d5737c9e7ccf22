import { Injectable } from '@nestjs/common';
import { type Caller, Database, IDENTITY } from '@leakwatch/platform';
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

  /** Ends all sessions of the caller's own account and opens one for this browser. Returns its token. */
  async andRenew(caller: Caller): Promise<string> {
    const { id } = signedIn(caller);
    const account = await this.database.inScope(IDENTITY, (em) => activeAccount(em, id));
    await this.run(account.id, account.epoch);
    if (caller.session !== null) await this.sessions.end(caller.session);
    const token = await this.sessions.open(account, false);
    await this.accountSessions.remember(account.id, token, caller);
    return token;
  }
}
