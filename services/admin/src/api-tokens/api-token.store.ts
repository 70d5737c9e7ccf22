import type { ApiTokenRecord } from '@leakwatch/contracts';
import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { Locale } from '@leakwatch/vocabulary';

export interface StoredToken {
  readonly id: string;
  readonly hash: string;
  readonly created: Date;
  readonly last_used: Date | null;
}

export interface NewToken {
  readonly id: string;
  readonly hash: string;
  readonly epoch: number;
}

/** The token of an account, locked until the transaction ends; undefined when there is none. */
export const lockToken = (em: SqlEntityManager, account: string): Promise<StoredToken | undefined> =>
  row(em, sql<StoredToken>`select id, hash, created, last_used from admin.api_token where account_id = ${account} for update`);

/** The token of an account while it is valid: of the account's current epoch, and the account active. */
export const validToken = (em: SqlEntityManager, account: string): Promise<StoredToken | undefined> =>
  row(
    em,
    sql<StoredToken>`
      select t.id, t.hash, t.created, t.last_used from admin.api_token t join admin.account a on a.id = t.account_id
      where t.account_id = ${account} and t.epoch = a.epoch and a.active`,
  );

/** Saves a token, which replaces the account's previous one. */
export async function saveToken(em: SqlEntityManager, account: string, { id, hash, epoch }: NewToken): Promise<void> {
  await rows(
    em,
    sql`insert into admin.api_token (account_id, id, hash, epoch) values (${account}, ${id}, ${hash}, ${epoch})
        on conflict (account_id) do update set id = excluded.id, hash = excluded.hash, epoch = excluded.epoch, created = now(),
          last_used = null`,
  );
}

export async function removeToken(em: SqlEntityManager, account: string): Promise<void> {
  await rows(em, sql`delete from admin.api_token where account_id = ${account}`);
}

interface UsedRow {
  readonly id: string;
  readonly account_id: string;
  readonly username: string;
  readonly organisation_id: string | null;
  readonly staff: boolean;
  readonly locale: Locale;
  readonly epoch: number;
  readonly change_password: boolean;
}

/** Records the use of a token and returns its account; undefined when no account has it. Concurrent uses wait for each other. */
export async function recordTokenUse(em: SqlEntityManager, hash: string): Promise<ApiTokenRecord | undefined> {
  const used = await row(
    em,
    sql<UsedRow>`
      update admin.api_token t set last_used = now() from admin.account a
      where t.hash = ${hash} and a.id = t.account_id and a.active and a.epoch = t.epoch
      returning t.id, t.account_id, a.username, a.organisation_id, a.staff, a.locale, t.epoch, a.change_password`,
  );
  if (used === undefined) return undefined;
  const { account_id: id, username, organisation_id: organisation, change_password: isDue, ...rest } = used;
  return { ...rest, account: { id, username }, organisation, ...(isDue && { password_due: true }) };
}

/** Whether the audit trail has a record of this token from this address. */
export async function isKnownAddress(em: SqlEntityManager, token: string, address: string): Promise<boolean> {
  const found = await row(
    em,
    sql`select from admin.audit
        where kind in ('token_generated', 'token_new_address') and detail->>'token' = ${token} and ip = ${address} limit 1`,
  );
  return found !== undefined;
}
