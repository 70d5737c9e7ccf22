import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';

export interface SecondFactor {
  readonly id: string;
  /** Sealed by the vault. */
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

/** Keeps a seed that a first code has yet to confirm; false when a second factor is active. */
export async function keepPendingFactor(em: SqlEntityManager, account: string, id: string, seed: Buffer): Promise<boolean> {
  const kept = await rows(
    em,
    sql`insert into admin.second_factor as f (account_id, id, seed) values (${account}, ${id}, ${seed})
        on conflict (account_id) do update set id = excluded.id, seed = excluded.seed, last_step = 0, created = now()
        where not f.active returning f.id`,
  );
  return kept.length === 1;
}

/** Activates the seed that the code of `step` confirmed; false when another is pending by now, or it is active already. */
export async function activateFactor(em: SqlEntityManager, id: string, step: number): Promise<boolean> {
  const activated = await rows(
    em,
    sql`update admin.second_factor set active = true, activated = now(), last_step = ${step} where id = ${id} and not active returning id`,
  );
  return activated.length === 1;
}

/** Spends the code of a time step; false when it, or a later one, was used before. PostgreSQL lets one of many at once through. */
export async function spendStep(em: SqlEntityManager, id: string, step: number): Promise<boolean> {
  const spent = await rows(
    em,
    sql`update admin.second_factor set last_step = ${step} where id = ${id} and active and last_step < ${step} returning id`,
  );
  return spent.length === 1;
}

/** Removes the second factor with its recovery codes; false when there was no active one. */
export async function removeFactor(em: SqlEntityManager, account: string): Promise<boolean> {
  const removed = await rows(em, sql<{ active: boolean }>`delete from admin.second_factor where account_id = ${account} returning active`);
  return removed[0]?.active ?? false;
}
