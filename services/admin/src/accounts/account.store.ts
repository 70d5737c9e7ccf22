import { NotAuthenticated, row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { Locale } from '@leakwatch/vocabulary';

export interface Account {
  readonly id: string;
  readonly organisation_id: string | null;
  readonly email: string;
  readonly username: string;
  readonly password_hash: string;
  readonly staff: boolean;
  readonly active: boolean;
  readonly locale: Locale;
  readonly intro: boolean;
  readonly epoch: number;
  readonly change_password: boolean;
}

export interface NewAccount {
  readonly id: string;
  readonly organisationId: string | null;
  readonly email: string;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly passwordHash: string;
  readonly staff: boolean;
  readonly locale: Locale;
  readonly changePassword?: boolean;
}

const COLUMNS = sql.raw('id, organisation_id, email, username, password_hash, staff, active, locale, intro, epoch, change_password');

export const accountByEmail = (em: SqlEntityManager, email: string): Promise<Account | undefined> =>
  row(em, sql<Account>`select ${COLUMNS} from admin.account where email = ${email}`);

export const accountById = (em: SqlEntityManager, id: string): Promise<Account | undefined> =>
  row(em, sql<Account>`select ${COLUMNS} from admin.account where id = ${id}`);

/** Throws NotAuthenticated for an account that is inactive or was deleted after its owner signed in. */
export async function activeAccount(em: SqlEntityManager, id: string): Promise<Account> {
  const account = await accountById(em, id);
  if (account === undefined || !account.active) throw new NotAuthenticated();
  return account;
}

export const hasStaff = async (em: SqlEntityManager): Promise<boolean> =>
  (await row(em, sql`select id from admin.account where staff limit 1`)) !== undefined;

/** False when the e-mail is taken. */
export async function addAccount(em: SqlEntityManager, account: NewAccount): Promise<boolean> {
  const added = await rows(
    em,
    sql`insert into admin.account (id, organisation_id, email, username, first_name, last_name, password_hash, staff, locale, change_password)
        values (${account.id}, ${account.organisationId}, ${account.email}, ${account.username}, ${account.firstName},
          ${account.lastName}, ${account.passwordHash}, ${account.staff}, ${account.locale},
          ${account.changePassword ?? false})
        on conflict (email) do nothing returning id`,
  );
  return added.length === 1;
}

export async function setAccountLocale(em: SqlEntityManager, id: string, locale: Locale): Promise<void> {
  await rows(em, sql`update admin.account set locale = ${locale} where id = ${id}`);
}

export async function endIntro(em: SqlEntityManager, id: string): Promise<void> {
  await rows(em, sql`update admin.account set intro = false where id = ${id}`);
}

/** Raises the epoch; `SessionStore.announceEpoch` ends the sessions once the transaction is committed. undefined: no such account. */
export async function raiseEpoch(em: SqlEntityManager, account: string): Promise<number | undefined> {
  const raised = await row(em, sql<{ epoch: number }>`update admin.account set epoch = epoch + 1 where id = ${account} returning epoch`);
  return raised?.epoch;
}

/** As `raiseEpoch`, for the account with this e-mail, or for every account where it is null. */
export const raiseEpochs = (em: SqlEntityManager, email: string | null): Promise<{ id: string; epoch: number }[]> =>
  rows(
    em,
    sql<{ id: string; epoch: number }>`
      update admin.account set epoch = epoch + 1 where ${email}::text is null or email = ${email} returning id, epoch`,
  );
