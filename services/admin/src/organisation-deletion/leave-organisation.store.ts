import { type SqlEntityManager, sql } from '@leakwatch/platform';
import type { AccountRow } from '../accounts/account.entity.ts';
import type { Departed } from '../accounts/account.store.ts';
import { tables } from '../entities.ts';

/** Locks the accounts of an organisation in the order of their ids. */
export const lockAccountsOf = (em: SqlEntityManager, organisation: string): Promise<Pick<AccountRow, 'id' | 'staff'>[]> =>
  tables(em)
    .selectFrom('admin.account')
    .select(['id', 'staff'])
    .where('organisation_id', '=', organisation)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Takes locked accounts from their organisation. */
export const leaveOrganisation = (em: SqlEntityManager, accounts: readonly string[]): Promise<Departed[]> =>
  tables(em)
    .updateTable('admin.account')
    .set({ organisation_id: null, epoch: sql<number>`epoch + 1` })
    .where(sql<boolean>`id = any(${[...accounts]}::uuid[])`)
    .returning(['id', 'epoch'])
    .execute();

/** The service accounts of an organisation in the order of their ids; `twin`: the common pool has one with that login at that source. */
export const serviceAccountsOf = (em: SqlEntityManager, organisation: string): Promise<{ id: string; twin: boolean }[]> =>
  tables(em)
    .selectFrom('admin.service_account as a')
    .select('a.id')
    .select(
      sql<boolean>`a.login <> '' and exists (select from admin.service_account c where c.organisation_id is null
        and c.source_type = a.source_type and lower(c.login) = lower(a.login))`.as('twin'),
    )
    .where('a.organisation_id', '=', organisation)
    .orderBy('a.id')
    .execute();

/** Takes the proxies from their organisation and blocks them; a crawler that holds one loses it. */
export async function releaseProxies(em: SqlEntityManager, organisation: string): Promise<void> {
  const proxies = tables(em).selectFrom('admin.proxy').select('id').where('organisation_id', '=', organisation);
  const locked = await proxies.orderBy('id').forUpdate().execute();
  await tables(em)
    .updateTable('admin.proxy')
    .set({
      organisation_id: null,
      task_id: null,
      block_reason: sql`coalesce(block_reason, 'company_changed')`,
      lease_epoch: sql<string>`lease_epoch + 1`,
      leased_until: null,
    })
    .where(sql<boolean>`id = any(${locked.map(({ id }) => id)}::uuid[])`)
    .execute();
}
