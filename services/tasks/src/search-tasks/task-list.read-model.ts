import type { AnswerOf, InputOf, listTaskOptions, listTasks, TaskRow } from '@leakwatch/contracts';
import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';

export type StoredTaskRow = Omit<TaskRow, 'created'> & { readonly created: Date };

export const TASK_COLUMNS = sql.raw(`
  t.id, t.title, t.author_name as author, t.created, t.running as status, t.confirmed, t.deep as is_deep,
  t.git_monitoring as is_git_monitoring, to_jsonb(t.recipients) as recipients,
  t.pattern_count,
  exists (select from tasks.pattern w where w.organisation_id = t.organisation_id and w.task_id = t.id and w.waiting)
    or exists (select from tasks.repository w where w.organisation_id = t.organisation_id and w.task_id = t.id and w.waiting)
    or exists (select from tasks.task_source w where w.organisation_id = t.organisation_id and w.task_id = t.id
      and (w.waiting or w.waiting_channels <> '{}'))
    as waiting_additions,
  coalesce((select jsonb_agg(jsonb_build_object('source', s.source_type, 'source_type', s.source_type,
    'search_type', s.search_type, 'active', s.active, 'status', s.active and not s.waiting, 'waiting', s.waiting,
    'tg_channels', coalesce((select jsonb_agg(jsonb_build_object('username', c, 'waiting', c = any (s.waiting_channels))) from unnest(s.channels) c), '[]'),
    'state', s.state, 'progress', s.progress, 'activity', to_char(s.activity_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    order by s.source_type) from tasks.task_source s where s.task_id = t.id), '[]') as sources`);

export const toTaskRow = (stored: StoredTaskRow): TaskRow => ({ ...stored, created: stored.created.toISOString() });

/** An ILIKE pattern for texts that contain `part`, whatever their case; undefined becomes null. */
export const containing = (part: string | undefined): string | null =>
  part === undefined ? null : `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** A page of the task list, newest first. */
export async function taskList(em: SqlEntityManager, query: InputOf<typeof listTasks>['query']): Promise<AnswerOf<typeof listTasks>> {
  const like = containing(query.title);
  const where = sql`t.archived_at is null and (${like}::text is null or t.title ilike ${like})
    and (${query.org ?? null}::uuid is null or t.organisation_id = ${query.org ?? null}::uuid)`;
  const total = await row(em, sql<{ count: number }>`select count(*)::int as count from tasks.task t where ${where}`);
  const found = await rows(
    em,
    sql<StoredTaskRow>`select ${TASK_COLUMNS} from tasks.task t where ${where}
      order by t.created desc, t.id limit ${query.limit} offset ${query.offset}`,
  );
  return { count: total?.count ?? 0, results: found.map(toTaskRow) };
}

/** Tasks for a select field, by title; of one organisation where `organisation` is given. */
export function taskOptions(em: SqlEntityManager, organisation: string | undefined): Promise<AnswerOf<typeof listTaskOptions>> {
  let found = tables(em).selectFrom('tasks.task').select(['id', 'title']).where('archived_at', 'is', null);
  if (organisation !== undefined) found = found.where('organisation_id', '=', organisation);
  return found.orderBy(sql`lower(title)`).orderBy('id').execute();
}
