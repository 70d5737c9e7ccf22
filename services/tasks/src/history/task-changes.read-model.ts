import type { AnswerOf, InputOf, listTaskChanges } from '@leakwatch/contracts';
import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { Locale, TaskAction } from '@leakwatch/vocabulary';
import { actionsMatching, describeChange } from './describe-change.ts';
import type { ChangedField } from './write-task-change.ts';

interface StoredChange {
  readonly id: string;
  readonly task_uuid: string | null;
  readonly task: string | null;
  readonly task_archived: boolean;
  readonly user: string | null;
  readonly action: TaskAction;
  readonly created: Date;
  readonly details: readonly ChangedField[];
}

/** A page of the change history, newest first, as far as the transaction's scope sees it. */
export async function taskChanges(
  em: SqlEntityManager,
  query: InputOf<typeof listTaskChanges>['query'],
  locale: Locale,
): Promise<AnswerOf<typeof listTaskChanges>> {
  const task = query.task === 'all' ? null : query.task;
  const actions = query.action === undefined || query.action === '' ? null : actionsMatching(query.action, locale);
  const where = sql`(${task}::uuid is null or c.task_id = ${task}::uuid)
    and (${actions}::text[] is null or c.action = any (${actions}::text[]))`;
  const counted = await row(em, sql<{ count: number }>`select count(*)::int as count from tasks.task_change c where ${where}`);
  const found = await rows(
    em,
    sql<StoredChange>`
      select c.id, c.task_id as task_uuid, t.title as task, coalesce(t.archived_at is not null, false) as task_archived,
        c.account_name as "user", c.action, c.created, c.details
      from tasks.task_change c left join tasks.task t on t.id = c.task_id
      where ${where} order by c.created desc, c.id desc limit ${query.limit} offset ${query.offset}`,
  );
  return {
    count: counted?.count ?? 0,
    results: found.map(({ details, created, ...entry }) => ({
      ...entry,
      created: created.toISOString(),
      ...describeChange(entry.action, details, locale),
    })),
  };
}
