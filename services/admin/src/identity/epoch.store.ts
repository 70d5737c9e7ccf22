import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';

/**
 * Raises an account's epoch: once the transaction is through, `SessionStore.tellEpoch` ends every session of before.
 * undefined when there is no such account.
 */
export async function raiseEpoch(em: SqlEntityManager, account: string): Promise<number | undefined> {
  const raised = await row(em, sql<{ epoch: number }>`update admin.account set epoch = epoch + 1 where id = ${account} returning epoch`);
  return raised?.epoch;
}

/** The same for the account of this e-mail, or for every account where it is null. */
export const raiseEpochs = (em: SqlEntityManager, email: string | null): Promise<{ id: string; epoch: number }[]> =>
  rows(
    em,
    sql<{ id: string; epoch: number }>`
      update admin.account set epoch = epoch + 1 where ${email}::text is null or email = ${email} returning id, epoch`,
  );
