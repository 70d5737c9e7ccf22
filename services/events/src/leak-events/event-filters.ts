import { type ReasonFilter, SEVERITY_FILTERS, type SeverityFilter } from '@leakwatch/contracts';
import { type RawBuilder, sql } from '@leakwatch/platform';
import { type ReadingOrder, type SoughtFilters, withTexts } from '../event-index/look-up.read-model.ts';
import { OVERDUE } from './overdue.ts';
import { similarInOtherFiles } from './similar-events.read-model.ts';
import { statusesOf } from './status-filter.ts';
import { hasValue, valueFilters } from '../event-index/value-filters.ts';

const isChosen = <T extends string>(values: readonly T[] | undefined): values is readonly T[] => values !== undefined && values.length > 0;
/** The value of severity_rank. */
const rankOf = (severity: SeverityFilter): number => SEVERITY_FILTERS.indexOf(severity) + 1;
/** Those that the filter names; undefined where it names none. */
export const ranksOf = (severity: readonly SeverityFilter[] | undefined): readonly number[] | undefined =>
  isChosen(severity) ? [...new Set(severity.map(rankOf))] : undefined;
const among = (column: string, values: readonly string[]) => sql`${sql.ref(`e.${column}`)} = any (${[...values]}::text[])`;

/** Whose events a caller may change: the organisation's, or those of all for staff. */
export type Sees = string | null;

/** The condition on `events.event e` under which a caller may change it; a customer only while the organisation is active. */
export const ownedBy = (sees: Sees): RawBuilder<boolean> =>
  sees === null
    ? sql<boolean>`true`
    : sql<boolean>`e.organisation_id = ${sees}::uuid
        and exists (select from events.organisation o where o.organisation_id = e.organisation_id and o.active)`;

function assignedTo(chosen: readonly string[]): RawBuilder<unknown> {
  // The caller is known where a request is read (withOwnId). A filter that is left out here would show other events.
  if (chosen.includes('me')) throw new Error('the filter by assignee does not say who asks');
  const ids = chosen.filter((one) => one !== 'none');
  const [only, ...more] = ids;
  // With one value the planner reads the list in the order of the index.
  const among = more.length === 0 ? sql`e.assignee_id = ${only ?? null}::uuid` : sql`e.assignee_id = any (${ids}::uuid[])`;
  return chosen.includes('none') ? sql`(e.assignee_id is null or ${among})` : among;
}

function closedFor(chosen: readonly ReasonFilter[]): RawBuilder<unknown> {
  const given = among('close_reason', chosen);
  return chosen.includes('none') ? sql`(e.close_reason is null or ${given})` : given;
}

/** A moment with more digits than the milliseconds of answers. */
const EXACT = /\.\d{4,}/;

/**
 * What a range that ends at this moment, with it, ends before. Events have microseconds, and answers name milliseconds: the end that an answer named
 * means its whole millisecond.
 */
export const behind = (end: string): RawBuilder<unknown> =>
  sql`${end}::timestamptz + ${EXACT.test(end) ? sql`interval '1 microsecond'` : sql`interval '1 millisecond'`}`;

/** Every filter, the status among them, as a condition on `events.event e`. */
export const matchingList = (sought: SoughtFilters, reading: ReadingOrder = 'all'): RawBuilder<unknown> =>
  sql`e.status = any (${[...statusesOf(sought.filters.status)]}::text[]) and ${matching(sought, reading)}`;

/** Every filter except the status, as a condition on `events.event e`. */
export function matching(sought: SoughtFilters, reading: ReadingOrder = 'all'): RawBuilder<unknown> {
  const query = sought.filters;
  const conditions: RawBuilder<unknown>[] = [sql`true`, ...withTexts(sought, reading)];
  const { org, id, start_datetime, end_datetime } = query;
  if (org !== undefined) conditions.push(sql`e.organisation_id = ${org}::uuid`);
  if (id !== undefined) conditions.push(sql`e.id = ${id}::uuid`);
  conditions.push(...valueFilters(query).map(hasValue));
  if (isChosen(query.severity)) conditions.push(sql`e.severity_rank = any (${query.severity.map(rankOf)}::int[])`);
  if (isChosen(query.assignee)) conditions.push(assignedTo(query.assignee));
  if (isChosen(query.reason)) conditions.push(closedFor(query.reason));
  if (query.due === 'overdue') conditions.push(sql.raw(OVERDUE));
  if (start_datetime !== undefined) conditions.push(sql`e.created >= ${start_datetime}::timestamptz`);
  if (end_datetime !== undefined) conditions.push(sql`e.created < ${behind(end_datetime)}`);
  if (query.fixed_start !== undefined) conditions.push(sql`e.fixed_at >= ${query.fixed_start}::timestamptz`);
  if (query.fixed_end !== undefined) conditions.push(sql`e.fixed_at < ${behind(query.fixed_end)}`);
  if (query.similar_to !== undefined) conditions.push(sql`e.id in (${similarInOtherFiles(query.similar_to)})`);
  return sql.join(conditions, sql` and `);
}
