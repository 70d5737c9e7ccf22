import { ACCOUNT_SEARCH_FIELDS, type AnswerOf, type InputOf, type listAccounts, type StaffAccount } from '@leakwatch/contracts';
import { type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';

const selected = (em: SqlEntityManager) =>
  tables(em).selectFrom('admin.account as a').leftJoin('admin.organisation as o', 'o.id', 'a.organisation_id');

async function read(query: ReturnType<typeof selected>): Promise<StaffAccount[]> {
  const found = await query
    .select([
      'a.id',
      'a.email',
      'a.username',
      'a.first_name',
      'a.last_name',
      'a.locale',
      'a.created',
      'a.change_password',
      'a.edit_version as version',
    ])
    .select(['a.staff as is_staff', 'a.active as is_active', 'o.id as company_id', 'o.name as company_name'])
    .select(sql<boolean>`exists (select from admin.second_factor f where f.account_id = a.id and f.active)`.as('has_2fa'))
    .execute();
  return found.map(({ company_id, company_name, created, ...account }) => ({
    ...account,
    company: company_id === null ? null : { id: company_id, name: company_name ?? '' },
    created: created.toISOString(),
  }));
}

/** A page of accounts, by e-mail. */
export async function accountList(
  em: SqlEntityManager,
  { limit, offset, company, ...parts }: InputOf<typeof listAccounts>['query'],
): Promise<AnswerOf<typeof listAccounts>> {
  let query = selected(em);
  if (company !== undefined) query = query.where('a.organisation_id', '=', company);
  for (const field of ACCOUNT_SEARCH_FIELDS) {
    const part = parts[field];
    if (part !== undefined && part !== '') query = query.where(sql<boolean>`strpos(lower(${sql.ref(`a.${field}`)}), lower(${part})) > 0`);
  }
  const { count } = await query.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  return { count, results: await read(query.orderBy('a.email').limit(limit).offset(offset)) };
}

export async function staffAccountById(em: SqlEntityManager, id: string): Promise<StaffAccount | undefined> {
  return (await read(selected(em).where('a.id', '=', id)))[0];
}
