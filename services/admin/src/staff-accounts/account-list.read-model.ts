import {
  ACCOUNT_SEARCH_FIELDS,
  type ACCOUNT_SORTS,
  type AccountSearchField,
  type AnswerOf,
  type InputOf,
  type listAccounts,
  type StaffAccount,
} from '@leakwatch/contracts';
import { type RawBuilder, sortOrder, type SortTerms, type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';

const ID = { by: sql.ref('a.id') };
const SORTS: SortTerms<(typeof ACCOUNT_SORTS)[number]> = {
  email: [{ by: sql.ref('a.email') }, ID],
  username: [{ by: sql`lower(a.username)` }, ID],
  created: [{ by: sql.ref('a.created') }, ID],
};

const selected = (em: SqlEntityManager) =>
  tables(em).selectFrom('admin.account as a').leftJoin('admin.organisation as o', 'o.id', 'a.organisation_id');

async function read(query: ReturnType<typeof selected>, order: RawBuilder<unknown>): Promise<StaffAccount[]> {
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
    .orderBy(order)
    .execute();
  return found.map(({ company_id, company_name, created, ...account }) => ({
    ...account,
    company: company_id === null ? null : { id: company_id, name: company_name ?? '' },
    created: created.toISOString(),
  }));
}

/** A page of accounts, by e-mail unless `sort` says otherwise. */
export async function accountList(
  em: SqlEntityManager,
  { limit, offset, company, sort = 'email', ...parts }: InputOf<typeof listAccounts>['query'],
): Promise<AnswerOf<typeof listAccounts>> {
  const order = sortOrder(sort, SORTS);
  let accounts = tables(em).selectFrom('admin.account as a');
  if (company !== undefined) accounts = accounts.where('a.organisation_id', '=', company);
  const searched = ACCOUNT_SEARCH_FIELDS.filter((field) => (parts[field] ?? '') !== '');
  for (const field of searched) accounts = accounts.where(sql<boolean>`strpos(${inLowerCase(field)}, lower(${parts[field]})) > 0`);
  const ids = accounts.select('a.id').orderBy(order).limit(limit).offset(offset);
  if (searched.length > 0) {
    // One reading of the table gives the count and the page: no index finds a part, and the few that match may stand far behind in the order.
    const found = tables(em)
      .with(
        (cte) => cte('found').materialized(),
        () => accounts.select(['a.id', 'a.email', 'a.username', 'a.created']),
      )
      .selectNoFrom((eb) => [
        eb.selectFrom('found').select(sql<number>`count(*)::int`.as('count')).$asScalar().as('count'),
        sql<string[]>`array(select id from found a order by ${order} limit ${limit} offset ${offset})`.as('ids'),
      ]);
    const { count, ids: page } = await found.executeTakeFirstOrThrow();
    return { count: count ?? 0, results: await read(selected(em).where(sql<boolean>`a.id = any(${page}::uuid[])`), order) };
  }
  // Counted without the organisations: under row-level security PostgreSQL joins them although nothing is read of them.
  const { count } = await accounts.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  return { count, results: await read(selected(em).where('a.id', 'in', ids), order) };
}

/** Addresses are stored in lower case. */
const inLowerCase = (field: AccountSearchField) => (field === 'email' ? sql.ref('a.email') : sql`lower(${sql.ref(`a.${field}`)})`);

export async function staffAccountById(em: SqlEntityManager, id: string): Promise<StaffAccount | undefined> {
  return (await read(selected(em).where('a.id', '=', id), ID.by))[0];
}
