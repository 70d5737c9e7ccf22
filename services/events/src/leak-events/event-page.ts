import type { EventFilters, ReportCursor } from '@leakwatch/contracts';
import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { matching, statusesOf } from './event-filters.ts';

export interface PageOfEvents {
  /** null: of every organisation that the scope sees. */
  readonly organisation: string | null;
  readonly filters: EventFilters;
  /** The last event of the page before; null for the first page. */
  readonly after: ReportCursor | null;
  readonly limit: number;
}

/** As a cursor holds it: a Date has no microseconds, and events of one intake differ in nothing else. */
const EXACT = sql.raw(`'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`);

/** For the planner: with the row-level security policy alone it would not use an index on the organisation. */
export const ofOrganisation = (organisation: string | null) =>
  sql`(${organisation}::uuid is null or e.organisation_id = ${organisation}::uuid)`;

/**
 * Under row-level security the planner expects one row of a hundred, and would sort the rest of the list for each page instead of reading
 * the first rows of its index.
 */
const sorting = (em: SqlEntityManager, value: 'on' | 'off') => row(em, sql`set local enable_sort = ${sql.raw(value)}`);

/**
 * The places of one page in the order of the list. Each status is read separately, in the order of the list's index, so that a page costs the
 * same at the end of a long list as at its beginning.
 */
export async function pageOfEvents(em: SqlEntityManager, { organisation, filters, after, limit }: PageOfEvents): Promise<ReportCursor[]> {
  const beyond =
    after === null
      ? sql`true`
      : sql`e.created <= ${after.created}::timestamptz and (e.created < ${after.created}::timestamptz or e.id > ${after.id}::uuid)`;
  if (organisation !== null) await sorting(em, 'off');
  const found = await rows(
    em,
    sql<ReportCursor>`
      select p.id, to_char(p.created at time zone 'UTC', ${EXACT}) as created
      from unnest(${[...statusesOf(filters.status)]}::text[]) as s (status)
      cross join lateral (
        select e.id, e.created from events.event e
        where e.status = s.status and ${ofOrganisation(organisation)} and ${matching(filters)} and ${beyond}
        order by e.created desc, e.id limit ${limit}
      ) p
      order by p.created desc, p.id limit ${limit}`,
  );
  if (organisation !== null) await sorting(em, 'on');
  return found;
}

/** The place of an event in the list; undefined when the scope does not see it. */
export const placeOf = (em: SqlEntityManager, id: string): Promise<ReportCursor | undefined> =>
  row(
    em,
    sql<ReportCursor>`select e.id, to_char(e.created at time zone 'UTC', ${EXACT}) as created from events.event e where e.id = ${id}::uuid`,
  );
