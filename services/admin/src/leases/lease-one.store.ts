import { sql, type SqlEntityManager } from '@leakwatch/platform';
import { tables } from '../entities.ts';
import { LEASE_END } from './lease.store.ts';

// For a check of staff: `last_used` stays, since no crawl used it.
const leased = { lease_epoch: sql<string>`lease_epoch + 1`, leased_until: LEASE_END, task_id: null };
const isFree = sql<boolean>`coalesce(leased_until <= now(), true)`;

/** Leases an account in whatever state it is; undefined while someone has it. */
export const leaseAccountById = (em: SqlEntityManager, id: string) =>
  tables(em)
    .updateTable('admin.service_account')
    .set(leased)
    .where('id', '=', id)
    .where(isFree)
    .returning(['lease_epoch', 'source_type', 'organisation_id', 'login', 'password', 'proxy_id'])
    .executeTakeFirst();

/** As for accounts, for a proxy that belongs to none. */
export const leaseProxyById = (em: SqlEntityManager, id: string) =>
  tables(em)
    .updateTable('admin.proxy')
    .set(leased)
    .where('id', '=', id)
    .where(isFree)
    .returning(['lease_epoch', 'organisation_id'])
    .executeTakeFirst();
