import { Injectable } from '@nestjs/common';
import type { CheckReport } from '@leakwatch/contracts';
import { Database, SCHEDULER } from '@leakwatch/platform';
import { endCheck, endProxyFailure, endRefusal, waitingCheck } from './pool-check.store.ts';

/**
 * Records how a check ended. What the answer means for the account was reported with the end of the lease, as for every step; that it works
 * ends a block for the opposite reason.
 */
@Injectable()
export class ReportCheck {
  constructor(private readonly database: Database) {}

  run(report: CheckReport): Promise<void> {
    return this.database.inScope(SCHEDULER, async (em) => {
      const of = await waitingCheck(em, report.check);
      if (of === undefined) return;
      const { service_account_id: account, proxy_id: proxy } = of;
      if (report.outcome === 'works') {
        if (account !== null) await endRefusal(em, account);
        await endProxyFailure(em, { account, proxy });
      }
      await endCheck(em, report);
    });
  }
}
