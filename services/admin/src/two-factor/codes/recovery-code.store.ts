import { type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../../entities.ts';
import { RecoveryCodeEntity } from '../second-factor.entity.ts';

/** Replaces all recovery codes of an account. */
export async function replaceRecoveryCodes(em: SqlEntityManager, account: string, hashes: readonly string[]): Promise<void> {
  await em.nativeDelete(RecoveryCodeEntity, { account_id: account });
  await em.insertMany(
    RecoveryCodeEntity,
    hashes.map((hash) => ({ account_id: account, hash })),
  );
}

/** Marks a code as used. False when there is no such code or it was used before; of concurrent calls one succeeds. */
export async function redeemRecoveryCode(em: SqlEntityManager, account: string, hash: string): Promise<boolean> {
  const redeemed = await tables(em)
    .updateTable('admin.recovery_code')
    .set({ used: sql`now()` })
    .where('account_id', '=', account)
    .where('hash', '=', hash)
    .where('used', 'is', null)
    .returning('hash')
    .execute();
  return redeemed.length === 1;
}

/** Codes that are not used yet. */
export const countRecoveryCodes = (em: SqlEntityManager, account: string): Promise<number> =>
  em.count(RecoveryCodeEntity, { account_id: account, used: null });
