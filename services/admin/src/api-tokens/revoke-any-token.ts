import { Injectable } from '@nestjs/common';
import { type Caller, Database, IDENTITY, NotFound } from '@leakwatch/platform';
import { lockAccount } from '../accounts/account.store.ts';
import { signedIn } from '../accounts/signed-in.ts';
import { recordAudit } from '../audit/audit.store.ts';
import { describeChangeByAnother } from '../mails/describe-change.ts';
import { queueMail } from '../mails/mail.store.ts';
import { ApiTokenCache } from './api-token.cache.ts';
import { lockTokenById, ownerOfToken, removeToken } from './api-token.store.ts';

/** Staff revoke an API token at once, for every gateway. Its owner gets a mail. */
@Injectable()
export class RevokeAnyToken {
  constructor(
    private readonly database: Database,
    private readonly cache: ApiTokenCache,
  ) {}

  /** `key` is the token's public id. Throws NotFound for a token that was revoked or replaced. */
  async run(key: string, caller: Caller): Promise<void> {
    const actor = signedIn(caller);
    await this.database.inScope(IDENTITY, async (em) => {
      const owner = await ownerOfToken(em, key);
      if (owner !== undefined) await lockAccount(em, owner);
      const token = await lockTokenById(em, key);
      if (token === null) throw new NotFound();
      const { account_id: account } = token;
      await removeToken(em, account);
      await recordAudit(em, { kind: 'token_revoked_by_staff', account, actor: actor.id, from: caller, detail: { token: key } });
      await queueMail(em, 'token_revoked', { account }, describeChangeByAnother(caller));
      await this.cache.revoke(token.hash);
    });
  }
}
