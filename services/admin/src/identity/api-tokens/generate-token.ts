import { API_TOKEN_PREFIX } from '@leakwatch/contracts';
import { Injectable } from '@nestjs/common';
import { type Caller, Database, IDENTITY, newId, newPrefixedToken, NotAuthenticated, sha256Hex } from '@leakwatch/platform';
import { recordAudit } from '../../audit/audit.store.ts';
import { Tries } from '../../links/tries.ts';
import { describeChange } from '../../mails/describe-change.ts';
import { queueMail } from '../../mails/mail.store.ts';
import { accountById } from '../account.store.ts';
import { ApiTokenCache } from './api-token.cache.ts';
import { keepToken, lockToken } from './api-token.store.ts';

/** Makes an API token in the place of the one before. Nothing keeps it but its sha256. */
@Injectable()
export class GenerateToken {
  constructor(
    private readonly database: Database,
    private readonly cache: ApiTokenCache,
    private readonly tries: Tries,
  ) {}

  /** Gives the token, this once. Throws too_many_requests. */
  async run(caller: Caller): Promise<string> {
    const { account: signedIn } = caller;
    if (signedIn === null) throw new NotAuthenticated();
    await this.tries.demand('token_account', signedIn.id);
    const token = newPrefixedToken(API_TOKEN_PREFIX);
    await this.database.inScope(IDENTITY, async (em) => {
      const account = await accountById(em, signedIn.id);
      if (account === undefined || !account.active) throw new NotAuthenticated();
      const before = await lockToken(em, account.id);
      const id = newId();
      await keepToken(em, account.id, { id, hash: sha256Hex(token), epoch: account.epoch });
      await recordAudit(em, { kind: 'token_generated', account: account.id, from: caller, detail: { token: id } });
      await queueMail(em, 'token_generated', { account: account.id }, describeChange(caller));
      if (before !== undefined) await this.cache.end(before.hash);
    });
    return token;
  }
}
