import { row, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { PasswordOwner } from './context-words.domain.ts';

export interface StoredPassword extends PasswordOwner {
  readonly id: string;
  readonly password_hash: string;
}

/** undefined for an account that is inactive or deleted. */
export const storedPassword = (em: SqlEntityManager, account: string): Promise<StoredPassword | undefined> =>
  row(
    em,
    sql<StoredPassword>`
      select a.id, a.password_hash, a.email, a.username, a.first_name, a.last_name, o.name as company
      from admin.account a left join admin.organisation o on o.id = a.organisation_id where a.id = ${account} and a.active`,
  );

/** Replaces the hash `before` and raises the epoch. Returns the new epoch; undefined when the hash has changed meanwhile. */
export async function replacePassword(em: SqlEntityManager, account: string, before: string, after: string): Promise<number | undefined> {
  const changed = await row(
    em,
    sql<{ epoch: number }>`
      update admin.account set password_hash = ${after}, change_password = false, password_changed = now(), epoch = epoch + 1
      where id = ${account} and active and password_hash = ${before} returning epoch`,
  );
  return changed?.epoch;
}
