import { Injectable } from '@nestjs/common';
import type { ApiTokenRecord } from '@leakwatch/contracts';
import { type Caller, Database, IDENTITY, type RateLimit, RateLimiter } from '@leakwatch/platform';
import { recordAudit } from '../audit/audit.store.ts';
import { SessionStore } from '../sessions/session.store.ts';
import { ApiTokenCache } from './api-token.cache.ts';
import { isKnownAddress, recordTokenUse } from './api-token.store.ts';

/** The gateway asks for tokens that it has not cached, or not for this address: a valid token is asked for once in five minutes. */
export const RESOLVE_LIMIT: RateLimit = { name: 'token_address', attempts: 300, seconds: 60 };

/** Finds the account of a token that the gateway does not find in Redis, and caches the answer there, also for unknown tokens. */
@Injectable()
export class ResolveToken {
  constructor(
    private readonly database: Database,
    private readonly cache: ApiTokenCache,
    private readonly sessions: SessionStore,
    private readonly limiter: RateLimiter,
  ) {}

  /** `from` is who sent the token. null for an unknown token. Throws too_many_requests for an address. */
  async run(hash: string, from: Caller): Promise<ApiTokenRecord | null> {
    await this.limiter.requireFrom(RESOLVE_LIMIT, from);
    const record = await this.database.inScope(IDENTITY, async (em) => {
      const used = await recordTokenUse(em, hash);
      if (used === undefined) return null;
      const { id: token, account } = used;
      if (!(await isKnownAddress(em, token, from.address)))
        await recordAudit(em, { kind: 'token_new_address', account: account.id, from, detail: { token } });
      return used;
    });
    if (record === null) {
      await this.cache.saveUnknown(hash);
      return null;
    }
    await this.sessions.announceEpoch(record.account.id, record.epoch);
    await this.cache.save(hash, record, from.address);
    return record;
  }
}
