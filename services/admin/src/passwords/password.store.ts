import { databaseNow, type SqlEntityManager } from '@leakwatch/platform';
import { lockAccount } from '../accounts/account.store.ts';
import { tables } from '../entities.ts';

/** undefined for an account that is inactive or deleted. */
export const storedPassword = (em: SqlEntityManager, account: string) =>
  tables(em)
    .selectFrom('admin.account as a')
    .leftJoin('admin.organisation as o', 'o.id', 'a.organisation_id')
    .select(['a.id', 'a.password_hash', 'a.email', 'a.username', 'a.first_name', 'a.last_name', 'o.name as company'])
    .where('a.id', '=', account)
    .where('a.active', '=', true)
    .executeTakeFirst();
export type StoredPassword = NonNullable<Awaited<ReturnType<typeof storedPassword>>>;

/** Replaces the hash `before` and raises the epoch. Returns the new epoch; undefined when the hash has changed meanwhile. */
export async function replacePassword(em: SqlEntityManager, id: string, before: string, after: string): Promise<number | undefined> {
  const account = await lockAccount(em, id);
  if (account === null || !account.active || account.password_hash !== before) return undefined;
  account.password_hash = after;
  account.change_password = false;
  account.password_changed = await databaseNow(em);
  account.epoch += 1;
  await em.flush();
  return account.epoch;
}
