import { Injectable } from '@nestjs/common';
import { type Caller, Database, IDENTITY, NotFound } from '@leakwatch/platform';
import { raiseEpochs } from '../accounts/account.store.ts';
import { recordAudit } from '../audit/audit.store.ts';
import { EndAllSessions } from '../sessions/end-all-sessions.ts';

/** Staff end the sessions and API tokens of an account that may be compromised, or of all accounts after a theft of keys. */
@Injectable()
export class EndAccountSessions {
  constructor(
    private readonly database: Database,
    private readonly endAllSessions: EndAllSessions,
  ) {}

  /** `email`: null for all accounts. Returns the number of accounts. Throws NotFound account_not_found. */
  async run(email: string | null, caller: Caller): Promise<number> {
    const raised = await this.database.inScope(IDENTITY, async (em) => {
      const accounts = await raiseEpochs(em, email);
      for (const { id } of accounts)
        await recordAudit(em, { kind: 'sessions_ended_by_staff', account: id, actor: caller.account?.id ?? null, from: caller });
      return accounts;
    });
    if (email !== null && raised.length === 0) throw new NotFound('account_not_found');
    for (const { id, epoch } of raised) await this.endAllSessions.run(id, epoch);
    return raised.length;
  }
}
