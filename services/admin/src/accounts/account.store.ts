import { LockMode, NotAuthenticated, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { Locale } from '@leakwatch/vocabulary';
import { tables } from '../entities.ts';
import { type Account, AccountEntity, type AccountRow } from './account.entity.ts';

export type { Account } from './account.entity.ts';

export type NewAccount = Pick<
  AccountRow,
  'id' | 'organisation_id' | 'email' | 'username' | 'first_name' | 'last_name' | 'password_hash' | 'staff' | 'locale' | 'change_password'
>;

export const accountByEmail = (em: SqlEntityManager, email: string): Promise<Account | null> => em.findOne(AccountEntity, { email });

export const accountById = (em: SqlEntityManager, id: string): Promise<Account | null> => em.findOne(AccountEntity, { id });

/** Throws NotAuthenticated for an account that is inactive or was deleted after its owner signed in. */
export async function activeAccount(em: SqlEntityManager, id: string): Promise<Account> {
  const account = await accountById(em, id);
  if (account === null || !account.active) throw new NotAuthenticated();
  return account;
}

export const hasStaff = async (em: SqlEntityManager): Promise<boolean> =>
  (await tables(em).selectFrom('admin.account').select('id').where('staff', '=', true).limit(1).executeTakeFirst()) !== undefined;

/** False when the e-mail is taken. */
export async function addAccount(em: SqlEntityManager, account: NewAccount): Promise<boolean> {
  const added = await tables(em)
    .insertInto('admin.account')
    .values(account)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .execute();
  return added.length === 1;
}

export async function setAccountLocale(em: SqlEntityManager, id: string, locale: Locale): Promise<void> {
  await em.nativeUpdate(AccountEntity, { id }, { locale });
}

export async function endIntro(em: SqlEntityManager, id: string): Promise<void> {
  await em.nativeUpdate(AccountEntity, { id }, { intro: false });
}

/** An account with the epoch that ends its sessions and tokens. */
export type Departed = Pick<AccountRow, 'id' | 'epoch'>;
/** A deleted account, with the version of the message about it. */
export type Removed = Departed & Pick<AccountRow, 'member_version'>;

/** Deletes locked accounts with their second factors, tokens, chats and open requests. */
export const removeAccounts = (em: SqlEntityManager, accounts: readonly string[]): Promise<Removed[]> =>
  tables(em)
    .deleteFrom('admin.account')
    .where(sql<boolean>`id = any(${[...accounts]}::uuid[])`)
    .returning(['id', sql<number>`epoch + 1`.as('epoch'), sql<number>`member_version + 1`.as('member_version')])
    .execute();

/** The account with its row locked until the transaction ends; null when there is none. */
export const lockAccount = (em: SqlEntityManager, id: string): Promise<Account | null> =>
  em.findOne(AccountEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });

/** Raises the epoch; `SessionStore.announceEpoch` ends the sessions once the transaction is committed. undefined: no such account. */
export async function raiseEpoch(em: SqlEntityManager, id: string): Promise<number | undefined> {
  const account = await lockAccount(em, id);
  if (account === null) return undefined;
  account.epoch += 1;
  await em.flush();
  return account.epoch;
}

/** As `raiseEpoch`, for the people of an organisation, whose row is locked. Staff among them go on. */
export async function raiseEpochsOf(em: SqlEntityManager, organisation: string): Promise<Departed[]> {
  const people = tables(em).selectFrom('admin.account').select('id').where('organisation_id', '=', organisation).where('staff', '=', false);
  const locked = await people.orderBy('id').forUpdate().execute();
  return tables(em)
    .updateTable('admin.account')
    .set({ epoch: sql<number>`epoch + 1` })
    .where(sql<boolean>`id = any(${locked.map(({ id }) => id)}::uuid[])`)
    .returning(['id', 'epoch'])
    .execute();
}

/** As `raiseEpoch`, for the account with this e-mail, or for every account where it is null. */
export const raiseEpochs = (em: SqlEntityManager, email: string | null): Promise<Pick<AccountRow, 'id' | 'epoch'>[]> =>
  tables(em)
    .updateTable('admin.account')
    .set({ epoch: sql`epoch + 1` })
    .$if(email !== null, (query) => query.where('email', '=', email ?? ''))
    .returning(['id', 'epoch'])
    .execute();
