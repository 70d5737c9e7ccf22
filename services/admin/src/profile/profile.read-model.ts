import { row, type SqlEntityManager, sql } from '@leakwatch/platform';

export interface ProfileRow {
  readonly id: string;
  readonly organisation_id: string | null;
  readonly email: string;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly is_staff: boolean;
  readonly is_active: boolean;
  readonly change_password: boolean;
  readonly created: Date;
  readonly password_changed: Date | null;
}

export const profileOf = (em: SqlEntityManager, account: string): Promise<ProfileRow | undefined> =>
  row(
    em,
    sql<ProfileRow>`
      select id, organisation_id, email, username, first_name, last_name, staff as is_staff, active as is_active,
        change_password, created, password_changed
      from admin.account where id = ${account}`,
  );
