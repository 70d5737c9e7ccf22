import type { AnswerOf, InputOf, listTokens } from '@leakwatch/contracts';
import { type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';

/**
 * A page of the API tokens of all accounts, newest first. A token ends with the epoch of its account and is deleted then; that of a
 * deactivated account works again with the account.
 */
export async function tokenList(
  em: SqlEntityManager,
  { limit, offset }: InputOf<typeof listTokens>['query'],
): Promise<AnswerOf<typeof listTokens>> {
  // Counted, and the page cut, without the accounts: they are many times as many.
  const tokens = tables(em).selectFrom('admin.api_token as k');
  const { count } = await tokens.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  const page = tokens.select('k.id').orderBy('k.created', 'desc').orderBy('k.id').limit(limit).offset(offset);
  const results = await tables(em)
    .selectFrom('admin.api_token as t')
    .innerJoin('admin.account as a', 'a.id', 't.account_id')
    .leftJoin('admin.organisation as o', 'o.id', 'a.organisation_id')
    .select(['t.id as key', 't.ending', 'a.id as user_id', 'a.username', 'a.email', 'a.active'])
    .select(['o.id as company_id', 'o.name as company_name', 't.created', 't.last_used'])
    .where('t.id', 'in', page)
    .orderBy('t.created', 'desc')
    .orderBy('t.id')
    .execute();
  return {
    count,
    results: results.map(({ key, ending, active, created, last_used, user_id, username, email, company_id, company_name }) => ({
      key,
      ending,
      user: { id: user_id, username, email, active },
      company: company_id === null || company_name === null ? null : { id: company_id, name: company_name },
      created: created.toISOString(),
      last_used: last_used?.toISOString() ?? null,
    })),
  };
}
