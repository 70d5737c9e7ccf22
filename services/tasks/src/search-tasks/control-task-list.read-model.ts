import type { AnswerOf, ControlTask, InputOf, listControlTasks } from '@leakwatch/contracts';
import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { containing } from './task-list.read-model.ts';

type Stored = Omit<ControlTask, 'created' | 'last_activity' | 'start_time'> & {
  readonly created: Date;
  readonly last_activity: Date | null;
  readonly start_time: Date | null;
};

const toIso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** How many parts of each task wait for staff; counted as `confirmAdditions` confirms them. */
const WAITING = sql`
  select task_id, count(*)::int as parts from (
    select task_id from tasks.pattern where waiting
    union all select task_id from tasks.repository where waiting
    union all select task_id from tasks.task_source where waiting or waiting_channels <> '{}') part
  group by task_id`;

/**
 * A page of the tasks of all organisations, archived ones left out: first those that wait for confirmation, then the newest.
 * A start leaves an entry in the history; one "right now" of a running task has no details, and is no start.
 */
export async function controlTaskList(
  em: SqlEntityManager,
  query: InputOf<typeof listControlTasks>['query'],
): Promise<AnswerOf<typeof listControlTasks>> {
  const [title, author, org] = [containing(query.title), containing(query.author), query.org ?? null];
  const where = sql`t.archived_at is null and (${title}::text is null or t.title ilike ${title})
    and (${author}::text is null or t.author_name ilike ${author}) and (${org}::uuid is null or t.organisation_id = ${org}::uuid)`;
  const total = await row(em, sql<{ count: number }>`select count(*)::int as count from tasks.task t where ${where}`);
  const found = await rows(
    em,
    sql<Stored>`
      with waiting as (${WAITING}), listed as (
        select t.*, coalesce(w.parts, 0) as waiting_count, not t.confirmed or w.parts is not null as waits
        from tasks.task t left join waiting w on w.task_id = t.id
        where ${where} order by waits desc, t.created desc, t.id limit ${query.limit} offset ${query.offset})
      select t.id, t.title, t.author_name as author, jsonb_build_object('id', t.organisation_id, 'name', o.name) as organisation, t.created,
        (select max(s.activity_at) from tasks.task_source s where s.task_id = t.id) as last_activity,
        (select max(c.created) from tasks.task_change c
          where c.task_id = t.id and c.action in ('start', 'start_right_now') and c.details <> '[]') as start_time,
        t.running as status, t.confirmed, t.waiting_count, t.version, t.deep as is_deep, t.git_monitoring as is_git_monitoring
      from listed t left join tasks.organisation o on o.organisation_id = t.organisation_id
      order by t.waits desc, t.created desc, t.id`,
  );
  return {
    count: total?.count ?? 0,
    results: found.map(({ created, last_activity, start_time, ...task }) => ({
      ...task,
      created: created.toISOString(),
      last_activity: toIso(last_activity),
      start_time: toIso(start_time),
    })),
  };
}
