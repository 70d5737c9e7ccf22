import type { CheckReport, LeaseOutcome } from '@leakwatch/contracts';
import { internalBeginCheck, internalEndCheck } from '@leakwatch/contracts';
import { sql } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import type { PoolStage } from '../fixtures/pool.fixture.ts';

const CRAWLER = testCaller(null, { account: null, service: 'crawler' });

/** Checks of service accounts and proxies, as a crawler makes them. */
export class CheckStage {
  constructor(private readonly pool: PoolStage) {}

  /** The id of the check of a service account or proxy. */
  async of(id: string): Promise<string> {
    const [found] = await this.pool.stage.sql(
      sql<{ id: string }>`select id from admin.pool_check where service_account_id = ${id} or proxy_id = ${id}`,
    );
    if (found === undefined) throw new Error('no check');
    return found.id;
  }

  async begin(check: string) {
    return internalBeginCheck.answer.parse((await this.pool.stage.ask('POST', internalBeginCheck.path, { check }, CRAWLER)).body);
  }

  async leased(check: string) {
    const begun = await this.begin(check);
    if (begun.kind !== 'leased') throw new Error(begun.kind);
    return begun;
  }

  report(check: string, outcome: CheckReport['outcome'], message = '', seconds: number | null = null) {
    return this.pool.stage.ask('POST', internalEndCheck.path, { check, outcome, message, seconds }, CRAWLER);
  }

  /** A whole check: leases, ends the lease, and reports. */
  async whole(id: string, outcome: LeaseOutcome, ended: CheckReport['outcome'], message = '') {
    const check = await this.of(id);
    await this.pool.end((await this.leased(check)).access.lease, outcome);
    await this.report(check, ended, message);
  }
}
