import { Injectable } from '@nestjs/common';
import { API_TOKEN_PREFIX } from '@leakwatch/contracts';
import {
  type Caller,
  Database,
  IDENTITY,
  NotAuthenticated,
  newId,
  newPrefixedToken,
  type RateLimit,
  RateLimiter,
  sha256Hex,
} from '@leakwatch/platform';
import { lockAccount } from '../accounts/account.store.ts';
import { signedIn } from '../accounts/signed-in.ts';
import { recordAudit } from '../audit/audit.store.ts';
import { describeChange } from '../mails/describe-change.ts';
import { queueMail } from '../mails/mail.store.ts';
import { ApiTokenCache } from './api-token.cache.ts';
import { lockToken, saveToken } from './api-token.store.ts';

/** Characters of a token that stay readable: enough to recognise it. They belong to its checksum, not to its 256 random bits. */
export const ENDING = 4;

export const GENERATE_LIMIT: RateLimit = { name: 'token_account', attempts: 20, seconds: 3600 };

/** Generates an API token, which replaces the account's previous one. Only its sha256 and its ending are stored. */
@Injectable()
export class GenerateToken {
  constructor(
    private readonly database: Database,
    private readonly cache: ApiTokenCache,
    private readonly limiter: RateLimiter,
  ) {}

  /** Returns the token, which cannot be shown again. Throws too_many_requests. */
  async run(caller: Caller): Promise<string> {
    const { id: owner } = signedIn(caller);
    await this.limiter.require(GENERATE_LIMIT, owner);
    const token = newPrefixedToken(API_TOKEN_PREFIX);
    await this.database.inScope(IDENTITY, async (em) => {
      // Locked, so that the epoch is not raised before the token is there to be deleted.
      const account = await lockAccount(em, owner);
      if (account === null || !account.active) throw new NotAuthenticated();
      const before = await lockToken(em, account.id);
      const id = newId();
      await saveToken(em, account.id, { id, hash: sha256Hex(token), ending: token.slice(-ENDING), epoch: account.epoch });
      await recordAudit(em, { kind: 'token_generated', account: account.id, from: caller, detail: { token: id } });
      await queueMail(em, 'token_generated', { account: account.id }, describeChange(caller));
      if (before !== null) await this.cache.revoke(before.hash);
    });
    return token;
  }
}
