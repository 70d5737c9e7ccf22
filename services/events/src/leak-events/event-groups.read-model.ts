import {
  type EventGroup,
  GROUP_EVENTS_MAX,
  GROUP_EVENTS_OF_PAGE,
  type GroupedEvent,
  type GroupedRow,
  ROWS_COUNTED_MAX,
} from '@leakwatch/contracts';
import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { Viewer } from '../detectors/read-masked.ts';
import { matchingList } from './event-filters.ts';
import { GROUP_COLUMNS, type GroupedList, inRowOf, ofGroup } from './event-groups.ts';
import { EXACT, seenBy } from './event-order.read-model.ts';

type Grouped = GroupedList & { readonly group: EventGroup };

/** How many rows a list of `count` events has, null where they are too many to be counted, and the time of this. */
export async function countRows(
  em: SqlEntityManager,
  { sought, group }: Pick<Grouped, 'sought' | 'group'>,
  count: number,
  sees: string | null,
): Promise<{ readonly rows: number | null; readonly until: string }> {
  const counted =
    count > ROWS_COUNTED_MAX
      ? sql`null::int`
      : sql`(select count(*)::int from (select distinct ${sql.raw(GROUP_COLUMNS[group])} from events.event e
          where ${seenBy(sees)} and ${matchingList(sought)}) found)`;
  const answer = await row(
    em,
    sql<{ rows: number | null; until: string }>`select ${counted} as rows, to_char(now() at time zone 'UTC', ${EXACT}) as until`,
  );
  return { rows: answer?.rows ?? null, until: answer?.until ?? '' };
}

interface FoundRow {
  readonly count: number;
  readonly places: number;
  readonly last_seen: Date;
  readonly events: readonly (Omit<GroupedEvent, 'owner_status' | 'task_name'> & {
    readonly owned: boolean;
    readonly task: string | null;
  })[];
}

/** Events of one row that a page of `rows` rows lists. */
const listedOf = (rows: number): number => Math.min(GROUP_EVENTS_MAX, Math.floor(GROUP_EVENTS_OF_PAGE / Math.max(1, rows)));

/** What the rows stand for that show the events of `ids`, in this order. */
export async function groupedRows(
  em: SqlEntityManager,
  ids: readonly string[],
  { sought, sort, group }: Grouped,
  viewer: Viewer,
): Promise<GroupedRow[]> {
  const order = sort === 'severity' ? sql`m.severity_rank, m.created desc, m.id` : sql`m.created desc, m.id`;
  const ofRow = inRowOf(group, 'shown').map(
    ({ when, same }) => sql`select e.* from ${ofGroup(same)} where ${sql.raw(when)} and e.id <> shown.id and ${matchingList(sought)}`,
  );
  const found = await rows(
    em,
    sql<FoundRow>`
      select of_row.count, of_row.places, of_row.last_seen, of_row.events
      from unnest(${[...ids]}::uuid[]) with ordinality as page (id, place) join events.event shown on shown.id = page.id
      cross join lateral (
        select count(*)::int as count, count(distinct (m.source_type, m.container_key, m.path, m.line))::int as places,
          max(m.last_seen) as last_seen,
          coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'status', m.status, 'pattern', m.pattern_text, 'source_type', m.source_type,
            'repo_name', m.container_title, 'file_path', m.path, 'line', m.line, 'task', t.title,
            'owned', m.organisation_id = ${viewer.organisation}::uuid and o.active) order by m.number)
            filter (where m.number <= ${listedOf(ids.length)}), '[]') as events
        from (select m.*, row_number() over (order by m.id <> shown.id, ${order}) as number
          from (select shown.* union all ${sql.join(ofRow, sql` union all `)}) m) m
        left join events.task t on t.task_id = m.task_id
        left join events.organisation o on o.organisation_id = m.organisation_id
      ) of_row
      order by page.place`,
  );
  return found.map(({ last_seen, events, ...counts }) => ({
    ...counts,
    last_seen: last_seen.toISOString(),
    events: events.map(({ owned, task, ...event }) => ({ ...event, owner_status: owned === true, task_name: task ?? '' })),
  }));
}
