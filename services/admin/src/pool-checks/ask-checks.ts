import { Injectable } from '@nestjs/common';
import { type Caller, Database, NotFound, type RateLimit, RateLimiter, STAFF } from '@leakwatch/platform';
import { recordAll } from '../audit/audit.store.ts';
import { addChecks, type AskedCheck, type Checked, lockChecked } from './pool-check.store.ts';
import { PoolCheckQueue } from './pool-check-queue.ts';

/** Calls of one member of staff; each may name a hundred accounts, and each account has a bound of its own. */
export const CHECK_LIMIT: RateLimit = { name: 'pool_check', attempts: 20, seconds: 60 };

const KIND = { account: 'service_account_checked', proxy: 'proxy_checked' } as const;
const DETAIL = { account: 'service_account', proxy: 'proxy' } as const;

/** Staff let crawlers try accounts or proxies. */
@Injectable()
export class AskChecks {
  constructor(
    private readonly database: Database,
    private readonly limiter: RateLimiter,
    private readonly queue: PoolCheckQueue,
  ) {}

  /** @throws NotFound when there is none of them; too_many_requests; Unavailable while Redis is away */
  async run(checked: Checked, ids: readonly string[], caller: Caller): Promise<{ asked: number }> {
    await this.limiter.require(CHECK_LIMIT, caller.account?.id ?? caller.address);
    const asked = await this.database.inScope(STAFF, async (em) => {
      const rows = await lockChecked(em, checked, ids);
      if (rows.length === 0) throw new NotFound();
      const added = await addChecks(em, checked, rows);
      const record = ({ of, organisation }: AskedCheck) => ({
        kind: KIND[checked],
        account: caller.account?.id ?? null,
        organisation,
        from: caller,
        detail: { [DETAIL[checked]]: of },
      });
      if (added.length > 0) await recordAll(em, added.map(record));
      return added;
    });
    // After the commit: a crawler that takes the job sees the row.
    for (const { id } of asked) await this.queue.add(id);
    return { asked: asked.length };
  }
}
