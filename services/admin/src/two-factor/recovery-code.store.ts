import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';

/** Replaces all recovery codes of an account. */
export async function replaceRecoveryCodes(em: SqlEntityManager, account: string, hashes: readonly string[]): Promise<void> {
  await rows(em, sql`delete from admin.recovery_code where account_id = ${account}`);
  const values = hashes.map((hash) => sql`(${account}, ${hash})`);
  await rows(em, sql`insert into admin.recovery_code (account_id, hash) values ${sql.join(values)}`);
}

/** Marks a code as used. False when there is no such code or it was used before; of concurrent calls one succeeds. */
export async function redeemRecoveryCode(em: SqlEntityManager, account: string, hash: string): Promise<boolean> {
  const redeemed = await rows(
    em,
    sql`update admin.recovery_code set used = now() where account_id = ${account} and hash = ${hash} and used is null returning hash`,
  );
  return redeemed.length === 1;
}

/** Codes that are not used yet. */
export async function countRecoveryCodes(em: SqlEntityManager, account: string): Promise<number> {
  const found = await row(
    em,
    sql<{ left: number }>`select count(*)::int as left from admin.recovery_code where account_id = ${account} and used is null`,
  );
  return found?.left ?? 0;
}
