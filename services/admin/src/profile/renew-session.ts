import { Injectable } from '@nestjs/common';
import { type Caller, Database, IDENTITY, NotAuthenticated } from '@leakwatch/platform';
import { accountById } from '../identity/account.store.ts';
import { SessionStore } from '../identity/session.store.ts';
import { OwnSessions } from './own-sessions.store.ts';

/** After an account's epoch was raised: ends all its sessions and opens one for who asked. */
@Injectable()
export class RenewSession {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionStore,
    private readonly own: OwnSessions,
  ) {}

  /** Gives the new session's token. */
  async run(caller: Caller): Promise<string> {
    const { account: signedIn, session } = caller;
    const account = signedIn && (await this.database.inScope(IDENTITY, (em) => accountById(em, signedIn.id)));
    if (!account?.active) throw new NotAuthenticated();
    await this.sessions.tellEpoch(account.id, account.epoch);
    await this.own.forgetAll(account.id);
    if (session !== null) await this.sessions.end(session);
    const token = await this.sessions.open(account, false);
    await this.own.remember(account.id, token, caller);
    return token;
  }
}
