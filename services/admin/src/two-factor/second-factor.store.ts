import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';

export interface SecondFactor {
  readonly id: string;
  /** Encrypted by the vault. */
  readonly seed: Buffer;
  readonly active: boolean;
}

export const secondFactorOf = (em: SqlEntityManager, account: string): Promise<SecondFactor | undefined> =>
  row(em, sql<SecondFactor>`select id, seed, active from admin.second_factor where account_id = ${account}`);

/** Whether the account's organisation makes a second factor mandatory. */
export async function isMandatoryFor(em: SqlEntityManager, account: string): Promise<boolean> {
  const found = await row(
    em,
    sql<{ mandatory: boolean }>`
      select o.two_factor_users as mandatory from admin.account a join admin.organisation o on o.id = a.organisation_id
      where a.id = ${account}`,
  );
  return found?.mandatory ?? false;
}

/** Saves a seed that a first code has to confirm. False when a second factor is active. */
export async function savePendingFactor(em: SqlEntityManager, account: string, id: string, seed: Buffer): Promise<boolean> {
  const saved = await rows(
    em,
    sql`insert into admin.second_factor as f (account_id, id, seed) values (${account}, ${id}, ${seed})
        on conflict (account_id) do update set id = excluded.id, seed = excluded.seed, last_step = 0, created = now()
        where not f.active returning f.id`,
  );
  return saved.length === 1;
}

/** Activates the seed that a code of `step` confirmed. False when a newer set-up has replaced it, or it is active already. */
export async function activateFactor(em: SqlEntityManager, id: string, step: number): Promise<boolean> {
  const activated = await rows(
    em,
    sql`update admin.second_factor set active = true, activated = now(), last_step = ${step} where id = ${id} and not active returning id`,
  );
  return activated.length === 1;
}

/** Uses up the code of a time step. False when it or a later one was used before; of concurrent calls one succeeds. */
export async function redeemStep(em: SqlEntityManager, id: string, step: number): Promise<boolean> {
  const redeemed = await rows(
    em,
    sql`update admin.second_factor set last_step = ${step} where id = ${id} and active and last_step < ${step} returning id`,
  );
  return redeemed.length === 1;
}

/** Removes the second factor with its recovery codes. False when none was active. */
export async function removeFactor(em: SqlEntityManager, account: string): Promise<boolean> {
  const removed = await rows(em, sql<{ active: boolean }>`delete from admin.second_factor where account_id = ${account} returning active`);
  return removed[0]?.active ?? false;
}
