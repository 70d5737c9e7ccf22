import type { AnswerOf, CONTROL_TASK_SORTS, ControlTask, InputOf, listControlTasks } from '@leakwatch/contracts';
import { type RawBuilder, row, rows, sortOrder, type SortTerms, type SqlEntityManager, sql } from '@leakwatch/platform';
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

const SORTS: SortTerms<(typeof CONTROL_TASK_SORTS)[number]> = {
  title: [{ by: sql`lower(t.title)` }, { by: sql.ref('t.id') }],
  // As the index that the list without a sort is read by.
  created: [{ by: sql.ref('t.created') }, { by: sql.ref('t.id'), falls: true }],
};
const WAITING_FIRST = sql`t.waits desc, t.created desc, t.id`;

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/**
 * The ids of a page: first those that wait for confirmation, then the newest. Each part is read in its order up to the page, by an index: joined and
 * sorted, all tasks would be read.
 */
const inOrder = (where: RawBuilder<unknown>, { limit, offset }: Page) => sql`
  first as (
    select t.id, t.title, t.created, true as waits from tasks.task t
    where ${where} and (not t.confirmed or t.id = any (array(select task_id from waiting)))
    order by t.created desc, t.id limit ${offset + limit}),
  others as (
    select t.id, t.title, t.created, false as waits from tasks.task t
    where ${where} and t.confirmed and t.id <> all (array(select task_id from waiting))
    order by t.created desc, t.id limit ${offset + limit}),
  found as (select * from first union all select * from others)`;

/** The page of a sort and those before it, by the index of that sort. */
const sorted = (where: RawBuilder<unknown>, { limit, offset }: Page, order: RawBuilder<unknown>) => sql`
  found as (select t.id, t.title, t.created, false as waits from tasks.task t where ${where} order by ${order} limit ${offset + limit})`;

/** The same of those with a text, which no index finds: all tasks are read once. */
const withText = (where: RawBuilder<unknown>) => sql`
  found as materialized (
    select t.id, t.title, t.created, not t.confirmed or t.id = any (array(select task_id from waiting)) as waits from tasks.task t where ${where})`;

/**
 * A page of the tasks of all organisations, archived ones left out: first those that wait for confirmation, then the newest, unless `sort` says
 * otherwise. A start leaves an entry in the history; one "right now" of a running task has no details, and is no start.
 */
export async function controlTaskList(
  em: SqlEntityManager,
  query: InputOf<typeof listControlTasks>['query'],
): Promise<AnswerOf<typeof listControlTasks>> {
  const [title, author, org] = [containing(query.title), containing(query.author), query.org ?? null];
  const where = sql`t.archived_at is null and (${title}::text is null or t.title ilike ${title})
    and (${author}::text is null or t.author_name ilike ${author}) and (${org}::uuid is null or t.organisation_id = ${org}::uuid)`;
  const order = query.sort === undefined ? WAITING_FIRST : sortOrder(query.sort, SORTS);
  const isText = title !== null || author !== null;
  const byIndex = query.sort === undefined ? inOrder(where, query) : sorted(where, query, order);
  const found = isText ? withText(where) : byIndex;
  const listed = await rows(
    em,
    sql<Stored & { total: number | null }>`
      with waiting as materialized (${WAITING}), ${found},
      listed as (
        select t.*, coalesce(w.parts, 0) as waiting_count, p.waits
        from (select * from found t order by ${order} limit ${query.limit} offset ${query.offset}) p
        join tasks.task t on t.id = p.id left join waiting w on w.task_id = t.id)
      select t.id, t.title, t.author_name as author, jsonb_build_object('id', t.organisation_id, 'name', o.name) as organisation, t.created,
        (select max(s.activity_at) from tasks.task_source s where s.task_id = t.id) as last_activity,
        (select max(c.created) from tasks.task_change c
          where c.task_id = t.id and c.action in ('start', 'start_right_now') and c.details <> '[]') as start_time,
        t.running as status, t.confirmed, t.waiting_count, t.version, t.deep as is_deep, t.git_monitoring as is_git_monitoring,
        ${isText ? sql`(select count(*)::int from found)` : sql`null::int`} as total
      from listed t left join tasks.organisation o on o.organisation_id = t.organisation_id
      order by ${order}`,
  );
  const counted =
    listed[0]?.total ?? (await row(em, sql<{ count: number }>`select count(*)::int as count from tasks.task t where ${where}`))?.count;
  return {
    count: counted ?? 0,
    results: listed.map(({ created, last_activity, start_time, total: _, ...task }) => ({
      ...task,
      created: created.toISOString(),
      last_activity: toIso(last_activity),
      start_time: toIso(start_time),
    })),
  };
}
