import type { AnswerOf, InputOf, listTaskOptions, listTasks, TaskRow } from '@leakwatch/contracts';
import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { LaunchErrorCode } from '@leakwatch/vocabulary';
import { tables } from '../entities.ts';

export type StoredTaskRow = Omit<TaskRow, 'created'> & { readonly created: Date };

export const utc = (moment: string) => `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** What of a source (s) cannot be read: its repositories, its units, or all of it since its last launch. */
export const FAILING = `(select jsonb_build_object('since', ${utc('f.since')}, 'error_code', f.error_code, 'parts_failed', f.failed, 'parts', f.parts) from (
    select coalesce(min(known.since), (s.units ->> 'failing_since')::timestamptz, max(whole.since)) as since,
      coalesce(min(r.error_code) filter (where r.status = 'repository_error'), s.units ->> 'error_code', max(l.error_code)) as error_code,
      -- The fact lasts until a pass succeeds, so a retry that runs does not look healthy.
      case s.source_type when 'git_repo' then count(r.id) filter (where r.status = 'repository_error' or known.cause is not null)
        else coalesce((s.units ->> 'failed')::int, 0) end as failed,
      case s.source_type when 'git_repo' then count(r.id) else coalesce((s.units ->> 'units')::int, 0) end as parts
    from (select) one
      left join tasks.repository r on s.source_type = 'git_repo' and r.task_id = s.task_id and not r.waiting
      left join tasks.published_fact known on known.organisation_id = s.organisation_id and known.cause = 'repository:' || r.id
      left join tasks.published_fact whole on whole.organisation_id = s.organisation_id
        and whole.cause = 'source:' || s.task_id || ':' || s.source_type
      left join lateral (select error_code from tasks.launch l where s.state = 'failed' and l.task_id = s.task_id
        and l.source_type = s.source_type and l.state = 'failed' order by l.finished_at desc limit 1) l on true) f
  where f.failed > 0 or s.state = 'failed')`;

/** The crawler takes a launch within seconds and reports it every minute: after this silence, in seconds, no crawler runs. */
const AWAY_SECONDS = 5 * 60;
export const CRAWLER_AWAY = 'crawler_away' satisfies LaunchErrorCode;

/** A launch that was not released for so long, in seconds, says that it waits for its turn: without others before it, it is released at once. */
const IN_LINE_SECONDS = 60;

/**
 * Since when the search of a source (s) of a task (t) makes no progress, and why: no crawler runs, its launch waits until others end (no code), or
 * what the crawler says.
 */
export const STALLED = `case when t.running and s.state in ('waiting', 'running') then coalesce(
    (select jsonb_build_object('since', ${utc('coalesce(l.activity_at, l.released_at)')}, 'error_code', '${CRAWLER_AWAY}') from tasks.launch l
      where l.task_id = s.task_id and l.source_type = s.source_type and l.state = 'released'
        and coalesce(l.activity_at, l.released_at) < now() - make_interval(secs => ${AWAY_SECONDS})),
    (select jsonb_build_object('since', ${utc('l.created')}, 'error_code', null) from tasks.launch l
      where l.task_id = s.task_id and l.source_type = s.source_type and l.state = 'waiting'
        and l.created < now() - make_interval(secs => ${IN_LINE_SECONDS})),
    case when s.state = 'running' then s.units -> 'stalled' end) end`;

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
    'state', s.state, 'progress', s.progress, 'activity', ${utc('s.activity_at')}, 'failing', ${FAILING},
    'stalled', ${STALLED})
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
