import { type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';
import { type SecondFactor, SecondFactorEntity } from './second-factor.entity.ts';

export type { SecondFactor } from './second-factor.entity.ts';

export const secondFactorOf = (em: SqlEntityManager, account: string): Promise<SecondFactor | null> =>
  em.findOne(SecondFactorEntity, { account_id: account });

/** Whether a second factor is mandatory: for staff always, for others where their organisation requires it. */
export async function isMandatoryFor(em: SqlEntityManager, account: string): Promise<boolean> {
  const found = await tables(em)
    .selectFrom('admin.account as a')
    .leftJoin('admin.organisation as o', 'o.id', 'a.organisation_id')
    .select(['a.staff', 'o.two_factor_users'])
    .where('a.id', '=', account)
    .executeTakeFirst();
  return found !== undefined && (found.staff || (found.two_factor_users ?? false));
}

/** Staff whose second factor is not set up yet. */
export const staffWithoutFactor = (em: SqlEntityManager): Promise<{ id: string; epoch: number }[]> =>
  tables(em)
    .selectFrom('admin.account as a')
    .leftJoin('admin.second_factor as f', (join) => join.onRef('f.account_id', '=', 'a.id').on('f.active', '=', true))
    .select(['a.id', 'a.epoch'])
    .where('a.staff', '=', true)
    .where('f.id', 'is', null)
    .execute();

/** Saves a seed that a first code has to confirm. False when a second factor is active. */
export async function savePendingFactor(em: SqlEntityManager, account: string, id: string, seed: Buffer): Promise<boolean> {
  const saved = await tables(em)
    .insertInto('admin.second_factor')
    .values({ account_id: account, id, seed })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({ id, seed, last_step: '0', created: sql`now()` })
        .where('admin.second_factor.active', '=', false),
    )
    .returning('id')
    .execute();
  return saved.length === 1;
}

/** Activates the seed that a code of `step` confirmed. False when a newer set-up has replaced it, or it is active already. */
export async function activateFactor(em: SqlEntityManager, id: string, step: number): Promise<boolean> {
  const activated = await tables(em)
    .updateTable('admin.second_factor')
    .set({ active: true, activated: sql`now()`, last_step: String(step) })
    .where('id', '=', id)
    .where('active', '=', false)
    .returning('id')
    .execute();
  return activated.length === 1;
}

/** Uses up the code of a time step. False when it or a later one was used before; of concurrent calls one succeeds. */
export async function redeemStep(em: SqlEntityManager, id: string, step: number): Promise<boolean> {
  const redeemed = await tables(em)
    .updateTable('admin.second_factor')
    .set({ last_step: String(step) })
    .where('id', '=', id)
    .where('active', '=', true)
    .where('last_step', '<', String(step))
    .returning('id')
    .execute();
  return redeemed.length === 1;
}

/** Removes the second factor with its recovery codes. False when none was active. */
export async function removeFactor(em: SqlEntityManager, account: string): Promise<boolean> {
  const removed = await tables(em)
    .deleteFrom('admin.second_factor')
    .where('account_id', '=', account)
    .returning('active')
    .executeTakeFirst();
  return removed?.active ?? false;
}
