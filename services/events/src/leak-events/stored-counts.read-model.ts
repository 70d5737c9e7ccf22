import { createHash } from 'node:crypto';
import type { EventFilters } from '@leakwatch/contracts';
import { type RawBuilder, row, type SqlEntityManager, sql } from '@leakwatch/platform';
import { containing } from '../event-index/look-up.read-model.ts';
import { storedCounts } from '../event-index/stored-counts.ts';
import { behind } from './event-filters.ts';
import { statusesOf } from './status-filter.ts';

/** How the filters are counted that the stored counts answer alone. An event has one value of each at most, except what leaked. */
const DIMENSIONS = {
  source_type: 'source',
  pattern: 'pattern',
  file_lang: 'language',
  username: 'owner',
  repo_owner: 'owner',
  repo_name: 'repository',
  author: 'author',
  severity: 'severity',
  assignee: 'assignee',
  reason: 'reason',
  regex_tokens_found: 'token',
} as const satisfies Partial<Record<keyof EventFilters, string>>;

/** Values that are ids: a caller may write them in capitals. */
const IDS: ReadonlySet<string> = new Set(['assignee', 'regex_tokens_found']);

/** In these filters `none` means events that have no value. */
const WITH_NONE: ReadonlySet<string> = new Set(['severity', 'assignee', 'reason']);

interface CountedFilter {
  readonly dimension: string;
  readonly values: readonly string[];
  /** In place of `values`: those that contain this text. */
  readonly part?: string;
  /** Events without a value count, too. */
  readonly none: boolean;
}

/** No event has this dimension: all events lack it. */
const EVERY_EVENT: CountedFilter = { dimension: '', values: [], none: true };

/** As the triggers of events.event hash values. */
const hashOf = (value: string): string => createHash('md5').update(value).digest('hex');
const isSet = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0);
const isCounted = (name: string): name is keyof typeof DIMENSIONS => name in DIMENSIONS;

/** The one filter beside status, task and organisation; undefined when there are several, or one that the stored counts do not know. */
function countedFilter({ status: _status, task: _task, org: _org, ...others }: EventFilters): CountedFilter | undefined {
  const [only, ...more] = Object.entries(others).filter(([, value]) => isSet(value));
  if (only === undefined) return EVERY_EVENT;
  if (more.length > 0) return undefined;
  const [name, chosen] = only;
  if (name === 'username_part' && typeof chosen === 'string')
    return { dimension: DIMENSIONS.username, values: [], part: chosen, none: false };
  if (!isCounted(name) || !Array.isArray(chosen)) return undefined;
  // An event with two of the chosen would count twice.
  if (name === 'regex_tokens_found' && chosen.length > 1) return undefined;
  const values = chosen.map((value) => (IDS.has(name) ? String(value).toLowerCase() : String(value)));
  const none = WITH_NONE.has(name) && values.includes('none');
  return { dimension: DIMENSIONS[name], values: none ? values.filter((value) => value !== 'none') : values, none };
}

const DAY_MS = 24 * 60 * 60_000;

/** A time range as what the stored counts know, whole days of UTC, and the rest of the days at its ends. */
interface CountedDays {
  /** Of the first day; undefined where the range has no beginning. */
  readonly first: Date | undefined;
  /** Of the day after the last one; undefined where the range has no end. */
  readonly after: Date | undefined;
  /** The parts of days at its ends, without the moment at which they end. Midnight belongs to the day that it begins. */
  readonly edges: readonly { readonly from: string | Date; readonly before: RawBuilder<unknown> }[];
}

/** Dates of later years are not written with ten characters. */
const LAST_YEAR = 9_999;

/** The filters by time alone, beside status, task and organisation; undefined with others, and for a range without a whole day. */
function countedDays({
  status: _status,
  task: _task,
  org: _org,
  start_datetime: start,
  end_datetime: end,
  ...others
}: EventFilters): CountedDays | undefined {
  if ((start === undefined && end === undefined) || Object.values(others).some(isSet)) return undefined;
  const first = start === undefined ? undefined : new Date(Math.ceil(Date.parse(start) / DAY_MS) * DAY_MS);
  // The last day counts as a part of one: events have microseconds, which the end of a range does not name.
  const after = end === undefined ? undefined : new Date(Math.floor(Date.parse(end) / DAY_MS) * DAY_MS);
  if (first !== undefined && (first.getUTCFullYear() > LAST_YEAR || (after !== undefined && first >= after))) return undefined;
  return {
    first,
    after,
    edges: [
      ...(start === undefined || first === undefined ? [] : [{ from: start, before: sql`${first}::timestamptz` }]),
      ...(end === undefined || after === undefined ? [] : [{ from: after, before: behind(end) }]),
    ],
  };
}

/** A value of the dimension `day` begins with its date. */
const dateOf = (day: Date): string => day.toISOString().slice(0, 10);
const inDays = ({ first, after }: CountedDays): RawBuilder<unknown> => sql`c.dimension = 'day'
  and ${first === undefined ? sql`true` : sql`left(c.value, 10) collate "C" >= ${dateOf(first)}`}
  and ${after === undefined ? sql`true` : sql`left(c.value, 10) collate "C" < ${dateOf(after)}`}`;

export interface ListCounts {
  readonly count: number;
  readonly auto_filtered: number;
}

/**
 * What `listCounts` answers, from the stored counts, which cost the same for a thousand events and for ten million.
 * @param sees whose events are counted; null for those of all
 * @returns undefined when the stored counts do not know the filters
 */
export async function storedListCounts(em: SqlEntityManager, filters: EventFilters, sees: string | null): Promise<ListCounts | undefined> {
  const of = sees ?? filters.org;
  const days = of === undefined ? undefined : countedDays(filters);
  const counted = countedFilter(filters);
  if (counted === undefined && days === undefined) return undefined;
  const statuses = [...new Set([...statusesOf(filters.status), 'auto_filtered'])];
  const ofFilters = sql`${sees === null ? sql`true` : sql`c.organisation_id = ${sees}::uuid`}
    and ${filters.org === undefined ? sql`true` : sql`c.organisation_id = ${filters.org}::uuid`}
    and ${filters.task === undefined ? sql`true` : sql`c.task_id = ${filters.task}::uuid`}
    and c.status = any (${statuses}::text[])`;
  const counts = (sign: 1 | -1, condition: RawBuilder<unknown>) =>
    sql`select status, ${sql.raw(String(sign))} * count as count from ${storedCounts} where ${ofFilters} and ${condition}`;
  const parts: RawBuilder<unknown>[] = [];
  if (days !== undefined) {
    parts.push(counts(1, inDays(days)));
    for (const { from, before } of days.edges)
      parts.push(sql`select e.status, count(*) as count from events.event e
        where e.organisation_id = ${of}::uuid and ${filters.org === undefined ? sql`true` : sql`e.organisation_id = ${filters.org}::uuid`}
          and ${filters.task === undefined ? sql`true` : sql`e.task_id = ${filters.task}::uuid`}
          and e.status = any (${statuses}::text[]) and e.created >= ${from}::timestamptz
          and e.created < ${before}
        group by e.status`);
  }
  if (counted !== undefined) {
    const { dimension, values, part, none } = counted;
    const ofDimension = sql`c.dimension = ${dimension}`;
    const chosen = part === undefined ? sql`c.value_hash = any (${values.map(hashOf)}::uuid[])` : sql`c.value ilike ${containing(part)}`;
    parts.push(counts(1, sql`${ofDimension} and ${chosen}`));
    // Events without a value are all events without those that have one.
    if (none) parts.push(counts(1, sql`c.dimension = 'source'`), counts(-1, ofDimension));
  }
  return row(
    em,
    sql<ListCounts>`
      select coalesce(sum(n.count) filter (where n.status = any (${[...statusesOf(filters.status)]}::text[])), 0)::int as count,
        coalesce(sum(n.count) filter (where n.status = 'auto_filtered'), 0)::int as auto_filtered
      from (${sql.join(parts, sql` union all `)}) n`,
  );
}
