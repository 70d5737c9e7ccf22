import { Injectable } from '@nestjs/common';
import { type Caller, Database, IDENTITY, NotFound } from '@leakwatch/platform';
import { recordAudit } from '../audit/audit.store.ts';
import { SessionStore } from '../identity/session.store.ts';
import { raiseEpoch } from '../identity/epoch.store.ts';
import { DemandPassword } from '../passwords/demand-password.ts';
import { OwnSessions } from './own-sessions.store.ts';
import { RenewSession } from './renew-session.ts';

/** Ends sessions of the caller's own account. */
@Injectable()
export class EndSessions {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionStore,
    private readonly own: OwnSessions,
    private readonly renew: RenewSession,
    private readonly demandPassword: DemandPassword,
  ) {}

  /** Throws password_refused, and NotFound for a session that is none of the caller's. */
  async one(caller: Caller, id: string, password: string): Promise<void> {
    const account = await this.demandPassword.run(caller, password);
    const hash = await this.own.find(account.id, id);
    if (hash === undefined) throw new NotFound();
    await this.database.inScope(IDENTITY, (em) => recordAudit(em, { kind: 'session_ended', account: account.id, from: caller }));
    await this.sessions.end(hash);
    await this.own.forget(account.id, hash);
  }

  /** By the epoch, so that none is missed. Throws password_refused. Gives the token of the session that takes this one's place. */
  async others(caller: Caller, password: string): Promise<string> {
    const account = await this.demandPassword.run(caller, password);
    await this.database.inScope(IDENTITY, async (em) => {
      await raiseEpoch(em, account.id);
      await recordAudit(em, { kind: 'sessions_ended', account: account.id, from: caller });
    });
    return this.renew.run(caller);
  }
}
