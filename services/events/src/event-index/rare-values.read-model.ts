import type { EventFilters } from '@leakwatch/contracts';
import { type RawBuilder, row, type SqlEntityManager, sql } from '@leakwatch/platform';
import { storedCounts } from './stored-counts.ts';
import { hasValue, type ValueFilter, valueFilters } from './value-filters.ts';

/**
 * Events up to which the rarest of several values is looked up although it is not rare: few events may have all of them. Two hundred
 * thousand entries of an index are read in some ten milliseconds.
 */
const INTERSECTED_MAX = 200_000;

/** What is known of a page of the list before it is read. */
export interface ExpectedPage {
  /** Rows up to its end. */
  readonly rows: number;
  /** How many events the filters match. */
  readonly matching: number;
}

/** Up to which number of events it is less work to look them up for the page than to read the list in its order, where they are expected evenly. */
const lookedUpFor = ({ rows, matching }: ExpectedPage, every: number): number => (rows * every) / matching;

const everyEvent = (of: string): RawBuilder<unknown> =>
  sql`(select coalesce(sum(c.count), 0)::int from ${storedCounts} where c.organisation_id = ${of}::uuid and c.dimension = 'source')`;

/** Whether more events match than are worth looking up for the page. */
export async function isReadInOrder(em: SqlEntityManager, of: string, page: ExpectedPage): Promise<boolean> {
  const counted = await row(em, sql<{ every: number }>`select ${everyEvent(of)} as every`);
  return counted !== undefined && page.matching > lookedUpFor(page, counted.every);
}

/** How many events of an organisation have one of the values, by the stored counts, which are counted for each task. */
function countOf({ dimension, values }: ValueFilter, of: string): RawBuilder<unknown> {
  const having =
    dimension === 'task'
      ? sql`c.dimension = 'source' and c.task_id = any (${[...values]}::uuid[])`
      : sql`c.dimension = ${dimension} and c.value_hash = any (array(select md5(v)::uuid from unnest(${[...values]}::text[]) v))`;
  return sql`(select coalesce(sum(c.count), 0)::int from ${storedCounts} where c.organisation_id = ${of}::uuid and ${having})`;
}

/**
 * The events of an organisation that have a value of each filter by values, where the rarest one has at most `most`. Without it the list would be read
 * in its order until a page is full, so all of it for the value of a few events.
 * @param page where it is known, the events are looked up only where fewer are read for it than in the order of the list, where they are expected evenly
 * @returns undefined without such a filter, and in an organisation of at most `most` events, whose list is read faster
 */
export async function eventsWithRareValues(
  em: SqlEntityManager,
  filters: EventFilters,
  of: string,
  most: number,
  page?: ExpectedPage,
): Promise<readonly string[] | undefined> {
  const wanted = valueFilters(filters);
  if (wanted.length === 0) return undefined;
  const counted = await row(
    em,
    sql<{
      every: number;
      each: number[];
    }>`select ${everyEvent(of)} as every, array[${sql.join(wanted.map((one) => countOf(one, of)))}] as each`,
  );
  if (counted === undefined || counted.every <= most) return undefined;
  const inOrder = page === undefined ? Number.POSITIVE_INFINITY : lookedUpFor(page, counted.every);
  if (Math.min(...counted.each) > (wanted.length > 1 ? INTERSECTED_MAX : Math.min(most, inOrder))) return undefined;
  const dimensions = JSON.stringify(wanted.map(({ dimension, values }) => ({ dimension, values })));
  const answer = await row(
    em,
    sql<{ ids: string[] | null }>`
      select case when count(*) <= ${most} then coalesce(array_agg(distinct id::text), '{}') end as ids
      from (
        (select events.events_with_values(${dimensions}::jsonb, ${of}::uuid, ${most + 1}) as id)
        union all
        (select e.id from events.text_to_index w join events.event e on e.id = w.event_id
          where w.organisation_id = ${of}::uuid and ${sql.join(wanted.map(hasValue), sql` and `)} limit ${most + 1})
      ) found`,
  );
  return answer?.ids ?? undefined;
}
