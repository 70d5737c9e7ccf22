import { createHash } from 'node:crypto';
import type { EventFilters } from '@leakwatch/contracts';
import { type RawBuilder, row, type SqlEntityManager, sql } from '@leakwatch/platform';
import { storedCounts } from '../event-index/stored-counts.ts';
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
  const [name, chosen] = only;
  if (more.length > 0 || !isCounted(name) || !Array.isArray(chosen)) return undefined;
  // An event with two of the chosen would count twice.
  if (name === 'regex_tokens_found' && chosen.length > 1) return undefined;
  const values = chosen.map((value) => (IDS.has(name) ? String(value).toLowerCase() : String(value)));
  const none = WITH_NONE.has(name) && values.includes('none');
  return { dimension: DIMENSIONS[name], values: none ? values.filter((value) => value !== 'none') : values, none };
}

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
  const counted = countedFilter(filters);
  if (counted === undefined) return undefined;
  const { dimension, values, none } = counted;
  const ofFilters = sql`${sees === null ? sql`true` : sql`c.organisation_id = ${sees}::uuid`}
    and ${filters.org === undefined ? sql`true` : sql`c.organisation_id = ${filters.org}::uuid`}
    and ${filters.task === undefined ? sql`true` : sql`c.task_id = ${filters.task}::uuid`}
    and c.status = any (${[...new Set([...statusesOf(filters.status), 'auto_filtered'])]}::text[])`;
  const counts = (sign: 1 | -1, condition: RawBuilder<unknown>) =>
    sql`select status, ${sql.raw(String(sign))} * count as count from ${storedCounts} where ${ofFilters} and ${condition}`;
  const ofDimension = sql`c.dimension = ${dimension}`;
  const parts = [counts(1, sql`${ofDimension} and c.value_hash = any (${values.map(hashOf)}::uuid[])`)];
  // Events without a value are all events without those that have one.
  if (none) parts.push(counts(1, sql`c.dimension = 'source'`), counts(-1, ofDimension));
  return row(
    em,
    sql<ListCounts>`
      select coalesce(sum(n.count) filter (where n.status = any (${[...statusesOf(filters.status)]}::text[])), 0)::int as count,
        coalesce(sum(n.count) filter (where n.status = 'auto_filtered'), 0)::int as auto_filtered
      from (${sql.join(parts, sql` union all `)}) n`,
  );
}
