import { Injectable } from '@nestjs/common';
import { type Caller, Database, IDENTITY, NotFound } from '@leakwatch/platform';
import { recordAudit } from '../audit/audit.store.ts';
import { raiseEpochs } from '../identity/epoch.store.ts';
import { SessionStore } from '../identity/session.store.ts';
import { OwnSessions } from '../profile/own-sessions.store.ts';

/** Staff end the sessions and tokens of an account that somebody else may have, or of everybody after a theft of keys. */
@Injectable()
export class EndAccountSessions {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionStore,
    private readonly own: OwnSessions,
  ) {}

  /** `email`: null for everybody. Gives the number of accounts; throws NotFound account_not_found. */
  async run(email: string | null, caller: Caller): Promise<number> {
    const raised = await this.database.inScope(IDENTITY, async (em) => {
      const accounts = await raiseEpochs(em, email);
      for (const { id } of accounts)
        await recordAudit(em, { kind: 'sessions_ended_by_staff', account: id, actor: caller.account?.id ?? null, from: caller });
      return accounts;
    });
    if (email !== null && raised.length === 0) throw new NotFound('account_not_found');
    for (const { id, epoch } of raised) {
      await this.sessions.tellEpoch(id, epoch);
      await this.own.forgetAll(id);
    }
    return raised.length;
  }
}
