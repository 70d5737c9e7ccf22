import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';

/** Puts new codes in the place of all that were there. */
export async function replaceRecoveryCodes(em: SqlEntityManager, account: string, hashes: readonly string[]): Promise<void> {
  await rows(em, sql`delete from admin.recovery_code where account_id = ${account}`);
  const values = hashes.map((hash) => sql`(${account}, ${hash})`);
  await rows(em, sql`insert into admin.recovery_code (account_id, hash) values ${sql.join(values)}`);
}

/** Spends a code; false when there is none such, or it was used. PostgreSQL lets one of many at once through. */
export async function spendRecoveryCode(em: SqlEntityManager, account: string, hash: string): Promise<boolean> {
  const spent = await rows(
    em,
    sql`update admin.recovery_code set used = now() where account_id = ${account} and hash = ${hash} and used is null returning hash`,
  );
  return spent.length === 1;
}

export async function countRecoveryCodes(em: SqlEntityManager, account: string): Promise<number> {
  const found = await row(
    em,
    sql<{ left: number }>`select count(*)::int as left from admin.recovery_code where account_id = ${account} and used is null`,
  );
  return found?.left ?? 0;
}
