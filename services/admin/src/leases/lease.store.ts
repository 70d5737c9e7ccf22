import type { LeaseReference } from '@leakwatch/contracts';
import { sql, type SqlEntityManager } from '@leakwatch/platform';
import { POOL_LEASE_SECONDS } from '@leakwatch/vocabulary';
import { tables } from '../entities.ts';
import { ableAccounts, ableProxies, ACCOUNT_FREE_AT, PROXY_FREE_AT, type Wanted } from './candidates.ts';

/** By the database's clock: the machines' clocks differ. */
export const LEASE_END = sql<Date>`now() + make_interval(secs => ${POOL_LEASE_SECONDS})`;

const leased = (task: string | null) => ({
  lease_epoch: sql<string>`lease_epoch + 1`,
  leased_until: LEASE_END,
  last_used: sql<Date>`clock_timestamp()`,
  task_id: task,
});

/** Nobody knows that the proxy works: it was never tried, or failed the last time. */
const IS_DOUBTFUL = sql<boolean>`(p.last_check is null or p.failures_count > 0)`;

/**
 * After a failure those whose proxy worked, then an organisation's own, for discovery then what is reserved for it, then what was used least
 * recently. An organisation's own dead proxies would otherwise take every try of its steps, beside a common pool that works. The first try of
 * a work does not ask what worked, so that new accounts have their turn.
 */
const accountOrder = ({ proxy_failed }: Wanted) => sql`${proxy_failed} and p.id is not null and ${IS_DOUBTFUL}, a.organisation_id is null,
  not (a.reserved_for_discovery or coalesce(p.reserved_for_discovery, false)), a.last_used nulls first, a.id`;
const proxyOrder = ({ proxy_failed }: Wanted) =>
  sql`${proxy_failed} and ${IS_DOUBTFUL}, p.organisation_id is null, not p.reserved_for_discovery, p.last_used nulls first, p.id`;

const isFree = (at: typeof ACCOUNT_FREE_AT) => sql<boolean>`coalesce(${at} <= now(), true)`;

/** Leases an account; undefined when none is free. */
export const leaseAccount = (em: SqlEntityManager, wanted: Wanted) =>
  tables(em)
    .updateTable('admin.service_account')
    .set(leased(wanted.task))
    .where(
      'id',
      '=',
      ableAccounts(em, wanted)
        .select('a.id')
        .where(isFree(ACCOUNT_FREE_AT))
        .where(sql<boolean>`a.id <> all(${wanted.excluding}::uuid[])`)
        .orderBy(accountOrder(wanted))
        .limit(1)
        .forUpdate('a')
        .skipLocked(),
    )
    .returning(['id', 'lease_epoch', 'organisation_id', 'login', 'password', 'proxy_id'])
    .executeTakeFirst();

/** Leases a proxy for anonymous requests; undefined when none is free. */
export const leaseProxy = (em: SqlEntityManager, wanted: Wanted) =>
  tables(em)
    .updateTable('admin.proxy')
    .set(leased(wanted.task))
    .where(
      'id',
      '=',
      ableProxies(em, wanted)
        .select('p.id')
        .where(isFree(PROXY_FREE_AT))
        .where(sql<boolean>`p.id <> all(${wanted.excluding}::uuid[])`)
        .orderBy(proxyOrder(wanted))
        .limit(1)
        .forUpdate('p')
        .skipLocked(),
    )
    .returning(['id', 'lease_epoch', 'organisation_id'])
    .executeTakeFirst();

const tableOf = ({ holder }: LeaseReference) => (holder === 'account' ? 'admin.service_account' : 'admin.proxy');

/** False when the lease was lost: it was leased again, ended, or staff ended it. One that only expired is renewed. */
export async function renewLease(em: SqlEntityManager, lease: LeaseReference): Promise<boolean> {
  const renewed = await tables(em)
    .updateTable(tableOf(lease))
    .set({ leased_until: LEASE_END })
    .where('id', '=', lease.id)
    .where('lease_epoch', '=', lease.epoch)
    .where('leased_until', 'is not', null)
    .returning('id')
    .execute();
  return renewed.length === 1;
}

/** Ends a lease. Returns the id of its proxy, null for none; undefined when the lease was lost. */
export async function endLease(em: SqlEntityManager, lease: LeaseReference): Promise<string | null | undefined> {
  const ended = { leased_until: null, task_id: null };
  if (lease.holder === 'account') {
    const account = await tables(em)
      .updateTable('admin.service_account')
      .set(ended)
      .where('id', '=', lease.id)
      .where('lease_epoch', '=', lease.epoch)
      .where('leased_until', 'is not', null)
      .returning('proxy_id')
      .executeTakeFirst();
    return account?.proxy_id;
  }
  const proxy = await tables(em)
    .updateTable('admin.proxy')
    .set(ended)
    .where('id', '=', lease.id)
    .where('lease_epoch', '=', lease.epoch)
    .where('leased_until', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return proxy?.id;
}
