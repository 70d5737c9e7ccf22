import { memberChangesV1 } from '@leakwatch/contracts';
import { type Bus, outgoing, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { Removed } from '../accounts/account.store.ts';
import { tables } from '../entities.ts';

/** Publishes accounts as they are now, with the next version of each; to be called in the transaction that changed them. */
export async function publishMembers(em: SqlEntityManager, bus: Bus, accounts: readonly string[]): Promise<void> {
  const published = await tables(em)
    .updateTable('admin.account')
    .set({ member_version: sql<number>`member_version + 1` })
    .where(sql<boolean>`id = any(${[...accounts]}::uuid[])`)
    .returning(['id', 'organisation_id', 'username', 'active', 'member_version'])
    .execute();
  const messages = published.map(({ id, organisation_id, username, active, member_version: version }) => {
    const organisation = active ? organisation_id : null;
    return outgoing(memberChangesV1, {
      account_id: id,
      version,
      organisation_id: organisation,
      name: organisation === null ? '' : username,
    });
  });
  await bus.publish(em, messages);
}

/** Publishes that deleted accounts are members of no organisation. */
export const publishRemoved = (em: SqlEntityManager, bus: Bus, accounts: readonly Removed[]): Promise<void> =>
  bus.publish(
    em,
    accounts.map(({ id, member_version: version }) =>
      outgoing(memberChangesV1, { account_id: id, version, organisation_id: null, name: '' }),
    ),
  );
