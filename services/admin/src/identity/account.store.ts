import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
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
