import { Injectable } from '@nestjs/common';
import { type Caller, Database, IDENTITY } from '@leakwatch/platform';
import { lockAccount } from '../accounts/account.store.ts';
import { signedIn } from '../accounts/signed-in.ts';
import { recordAudit } from '../audit/audit.store.ts';
import { describeChange } from '../mails/describe-change.ts';
import { queueMail } from '../mails/mail.store.ts';
import { ApiTokenCache } from './api-token.cache.ts';
import { lockToken, removeToken } from './api-token.store.ts';

/** Revokes the caller's API token at once. A second call changes nothing. */
@Injectable()
export class RevokeToken {
  constructor(
    private readonly database: Database,
    private readonly cache: ApiTokenCache,
  ) {}

  async run(caller: Caller): Promise<void> {
    const account = signedIn(caller);
    await this.database.inScope(IDENTITY, async (em) => {
      await lockAccount(em, account.id);
      const token = await lockToken(em, account.id);
      if (token === null) return;
      await removeToken(em, account.id);
      await recordAudit(em, { kind: 'token_revoked', account: account.id, from: caller, detail: { token: token.id } });
      await queueMail(em, 'token_revoked', { account: account.id }, describeChange(caller));
      await this.cache.revoke(token.hash);
    });
  }
}
