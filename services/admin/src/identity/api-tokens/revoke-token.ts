import { Injectable } from '@nestjs/common';
import { type Caller, Database, IDENTITY, NotAuthenticated } from '@leakwatch/platform';
import { recordAudit } from '../../audit/audit.store.ts';
import { describeChange } from '../../mails/describe-change.ts';
import { queueMail } from '../../mails/mail.store.ts';
import { ApiTokenCache } from './api-token.cache.ts';
import { lockToken, removeToken } from './api-token.store.ts';

/** Ends the caller's API token, everywhere and at once. Asking twice changes nothing more. */
@Injectable()
export class RevokeToken {
  constructor(
    private readonly database: Database,
    private readonly cache: ApiTokenCache,
  ) {}

  async run(caller: Caller): Promise<void> {
    const { account } = caller;
    if (account === null) throw new NotAuthenticated();
    await this.database.inScope(IDENTITY, async (em) => {
      const token = await lockToken(em, account.id);
      if (token === undefined) return;
      await removeToken(em, account.id);
      await recordAudit(em, { kind: 'token_revoked', account: account.id, from: caller, detail: { token: token.id } });
      await queueMail(em, 'token_revoked', { account: account.id }, describeChange(caller));
      await this.cache.end(token.hash);
    });
  }
}
