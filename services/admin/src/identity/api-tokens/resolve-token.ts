import { Injectable } from '@nestjs/common';
import type { ApiTokenRecord } from '@leakwatch/contracts';
import { type Caller, Database, IDENTITY } from '@leakwatch/platform';
import { recordAudit } from '../../audit/audit.store.ts';
import { Tries } from '../../links/tries.ts';
import { SessionStore } from '../session.store.ts';
import { ApiTokenCache } from './api-token.cache.ts';
import { isKnownAddress, useToken } from './api-token.store.ts';

/** Whose a token is that the gateway does not find in Redis; keeps the answer there, also that it is nobody's. */
@Injectable()
export class ResolveToken {
  constructor(
    private readonly database: Database,
    private readonly cache: ApiTokenCache,
    private readonly sessions: SessionStore,
    private readonly tries: Tries,
  ) {}

  /** `from` is who showed the token. Throws too_many_requests for an address that shows too many. */
  async run(hash: string, from: Caller): Promise<ApiTokenRecord | null> {
    await this.tries.demand('token_address', from.address);
    const record = await this.database.inScope(IDENTITY, async (em) => {
      const used = await useToken(em, hash);
      if (used === undefined) return null;
      const { id: token, account } = used;
      if (!(await isKnownAddress(em, token, from.address)))
        await recordAudit(em, { kind: 'token_new_address', account: account.id, from, detail: { token } });
      return used;
    });
    if (record === null) {
      await this.cache.keepUnknown(hash);
      return null;
    }
    await this.sessions.tellEpoch(record.account.id, record.epoch);
    await this.cache.keep(hash, record, from.address);
    return record;
  }
}
