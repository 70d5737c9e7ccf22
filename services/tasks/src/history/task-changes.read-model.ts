import type { AnswerOf, InputOf, listTaskChanges } from '@leakwatch/contracts';
import { type SqlEntityManager, sql } from '@leakwatch/platform';
import type { Locale } from '@leakwatch/vocabulary';
import { tables } from '../entities.ts';
import { actionsMatching, describeChange } from './describe-change.ts';

/** A page of the change history, newest first, as far as the transaction's scope sees it. */
export async function taskChanges(
  em: SqlEntityManager,
  query: InputOf<typeof listTaskChanges>['query'],
  locale: Locale,
): Promise<AnswerOf<typeof listTaskChanges>> {
  let matching = tables(em).selectFrom('tasks.task_change as c');
  if (query.task !== 'all') matching = matching.where('c.task_id', '=', query.task);
  if (query.action !== undefined && query.action !== '')
    matching = matching.where(sql<boolean>`c.action = any (${actionsMatching(query.action, locale)}::text[])`);
  const { count } = await matching.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  const found = await matching
    .leftJoin('tasks.task as t', 't.id', 'c.task_id')
    .select(['c.id', 'c.task_id as task_uuid', 't.title as task', 'c.account_name as user', 'c.action', 'c.created', 'c.details'])
    .select(sql<boolean>`t.archived_at is not null`.as('task_archived'))
    .orderBy('c.created', 'desc')
    .orderBy('c.id', 'desc')
    .limit(query.limit)
    .offset(query.offset)
    .execute();
  return {
    count,
    results: found.map(({ details, created, ...entry }) => ({
      ...entry,
      created: created.toISOString(),
      ...describeChange(entry.action, details, locale),
    })),
  };
}
