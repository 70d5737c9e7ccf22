import { type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';

/** An account as its owner sees it. */
export const profileOf = (em: SqlEntityManager, account: string) =>
  tables(em)
    .selectFrom('admin.account')
    .select([
      'id',
      'organisation_id',
      'email',
      'username',
      'first_name',
      'last_name',
      'staff as is_staff',
      'active as is_active',
      'change_password',
      'created',
      'password_changed',
    ])
    .select(sql<boolean>`exists (select from admin.second_factor f where f.account_id = account.id and f.active)`.as('has_2fa'))
    .where('id', '=', account)
    .executeTakeFirst();
