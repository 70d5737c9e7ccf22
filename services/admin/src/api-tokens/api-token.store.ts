import type { ApiTokenRecord } from '@leakwatch/contracts';
import { LockMode, type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';
import { type ApiToken, ApiTokenEntity } from './api-token.entity.ts';

/** The account of a token by the token's public id; undefined when there is none. */
export const ownerOfToken = async (em: SqlEntityManager, id: string): Promise<string | undefined> =>
  (await tables(em).selectFrom('admin.api_token').select('account_id').where('id', '=', id).executeTakeFirst())?.account_id;

/** The token of an account, locked until the transaction ends; null when there is none. */
export const lockToken = (em: SqlEntityManager, account: string): Promise<ApiToken | null> =>
  em.findOne(ApiTokenEntity, { account_id: account }, { lockMode: LockMode.PESSIMISTIC_WRITE });

/** A token by its public id, locked until the transaction ends; null when there is none. */
export const lockTokenById = (em: SqlEntityManager, id: string): Promise<ApiToken | null> =>
  em.findOne(ApiTokenEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });

/** The token of an account while it is valid: of the account's current epoch, and the account active. */
export const validToken = (em: SqlEntityManager, account: string) =>
  tables(em)
    .selectFrom('admin.api_token as t')
    .innerJoin('admin.account as a', 'a.id', 't.account_id')
    .select(['t.created', 't.last_used'])
    .where('t.account_id', '=', account)
    .whereRef('t.epoch', '=', 'a.epoch')
    .where('a.active', '=', true)
    .executeTakeFirst();

/** Saves a token, which replaces the account's previous one. */
export async function saveToken(
  em: SqlEntityManager,
  account: string,
  token: Pick<ApiToken, 'id' | 'hash' | 'ending' | 'epoch'>,
): Promise<void> {
  await tables(em)
    .insertInto('admin.api_token')
    .values({ account_id: account, ...token })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ ...token, created: sql`now()`, last_used: null }))
    .execute();
}

export async function removeToken(em: SqlEntityManager, account: string): Promise<void> {
  await em.nativeDelete(ApiTokenEntity, { account_id: account });
}

/** Records the use of a token and returns its account; undefined when no account has it. Concurrent uses wait for each other. */
export async function recordTokenUse(em: SqlEntityManager, hash: string): Promise<ApiTokenRecord | undefined> {
  const used = await tables(em)
    .updateTable('admin.api_token as t')
    .from('admin.account as a')
    .set({ last_used: sql`now()` })
    .where('t.hash', '=', hash)
    .whereRef('a.id', '=', 't.account_id')
    .where('a.active', '=', true)
    .whereRef('a.epoch', '=', 't.epoch')
    .returning(['t.id', 't.account_id', 'a.username', 'a.organisation_id', 'a.staff', 'a.locale', 't.epoch', 'a.change_password'])
    .executeTakeFirst();
  if (used === undefined) return undefined;
  const { account_id: id, username, organisation_id: organisation, change_password: isDue, ...rest } = used;
  return { ...rest, account: { id, username }, organisation, ...(isDue && { password_due: true }) };
}

/** Whether the audit trail has a record of this token from this address. */
export async function isKnownAddress(em: SqlEntityManager, token: string, address: string): Promise<boolean> {
  const found = await tables(em)
    .selectFrom('admin.audit')
    .select('id')
    // As literals, so that PostgreSQL finds the partial index of these two kinds.
    .where(sql<boolean>`kind in ('token_generated', 'token_new_address')`)
    .where(sql<string>`detail->>'token'`, '=', token)
    .where('ip', '=', address)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
