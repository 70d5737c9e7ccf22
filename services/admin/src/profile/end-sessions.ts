import { Injectable } from '@nestjs/common';
import { type Caller, Database, IDENTITY, NotAuthenticated, NotFound } from '@leakwatch/platform';
import { recordAudit } from '../audit/audit.store.ts';
import { SessionStore } from '../identity/session.store.ts';
import { raiseEpoch } from '../identity/epoch.store.ts';
import { OwnSessions } from './own-sessions.store.ts';
import { RenewSession } from './renew-session.ts';

/** Ends sessions of the caller's own account. */
@Injectable()
export class EndSessions {
  private readonly database: Database;
  private readonly sessions: SessionStore;
  private readonly own: OwnSessions;
  private readonly renew: RenewSession;

  constructor(database: Database, sessions: SessionStore, own: OwnSessions, renew: RenewSession) {
    this.database = database;
    this.sessions = sessions;
    this.own = own;
    this.renew = renew;
  }

  /** Throws NotFound for a session that is none of the caller's. */
  async one(caller: Caller, id: string): Promise<void> {
    const { account } = caller;
    if (account === null) throw new NotAuthenticated();
    const hash = await this.own.find(account.id, id);
    if (hash === undefined) throw new NotFound();
    await this.database.inScope(IDENTITY, (em) => recordAudit(em, { kind: 'session_ended', account: account.id, from: caller }));
    await this.sessions.end(hash);
    await this.own.forget(account.id, hash);
  }

  /** By the epoch, so that none is missed. Gives the token of the session that takes this one's place. */
  async others(caller: Caller): Promise<string> {
    const { account } = caller;
    if (account === null) throw new NotAuthenticated();
    await this.database.inScope(IDENTITY, async (em) => {
      await raiseEpoch(em, account.id);
      await recordAudit(em, { kind: 'sessions_ended', account: account.id, from: caller });
    });
    return this.renew.run(caller);
  }
}
