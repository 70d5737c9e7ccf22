import type { EventGroup, EventSort } from '@leakwatch/contracts';
import { type RawBuilder, sql } from '@leakwatch/platform';
import type { ReadingOrder, SoughtFilters } from '../event-index/look-up.read-model.ts';
import { matchingList } from './event-filters.ts';
import { sameFile } from './similar.ts';

const samePlace = (other: string, event: string): string => `${sameFile(other, event)} and ${other}.line = ${event}.line`;
const sameSecret = (other: string, event: string): string =>
  `${other}.organisation_id = ${event}.organisation_id and ${other}.secret_hash = ${event}.secret_hash`;
/** The place groups the events that have no secret; those that have one are in other rows. */
const samePlaceOnly = (other: string, event: string): string => `${samePlace(other, event)} and ${other}.secret_hash is null`;

/** The columns, in SQL, in which events of one row are the same, and those of a place. */
const PLACE_COLUMNS = 'e.organisation_id, e.source_type, e.container_key, e.path, e.line';
export const GROUP_COLUMNS: Readonly<Record<EventGroup, string>> = {
  place: PLACE_COLUMNS,
  secret: `e.organisation_id, e.secret_hash, ${PLACE_COLUMNS.split(', ')
    .map((column) => `case when e.secret_hash is null then ${column} end`)
    .join(', ')}`,
};

/** A condition on `e` under which it is in the row of `event`, an alias of events.event: one of two, because an index answers each, and none answers both. */
export const inRowOf = (group: EventGroup, event: string): readonly { readonly when: string; readonly same: string }[] =>
  group === 'place'
    ? [{ when: 'true', same: samePlace('e', event) }]
    : [
        { when: `${event}.secret_hash is not null`, same: sameSecret('e', event) },
        { when: `${event}.secret_hash is null`, same: samePlaceOnly('e', event) },
      ];

/**
 * The events under such a condition, as `e`. They are found by it alone: a filter beside it could lead the planner to an index of the filter, which
 * it would read for each event of a page.
 */
export const ofGroup = (same: string): RawBuilder<unknown> => sql.raw(`(select e.* from events.event e where ${same} offset 0) e`);

/** Which event stands before another one in the list; both are aliases. */
const BEFORE: Readonly<Record<EventSort, (other: string, event: string) => string>> = {
  created: (other, event) => `(${other}.created > ${event}.created or (${other}.created = ${event}.created and ${other}.id < ${event}.id))`,
  severity: (other, event) =>
    `(${other}.severity_rank < ${event}.severity_rank or (${other}.severity_rank = ${event}.severity_rank and ${BEFORE.created(other, event)}))`,
};

const ROW_COLUMNS = 'id, organisation_id, place_hash, source_type, container_key, path, line, secret_hash, created, severity_rank';

export interface GroupedList {
  readonly sought: SoughtFilters;
  readonly sort: EventSort;
  readonly group?: EventGroup | undefined;
  /** Events of later are left out: they would hide the row that they are added to behind the page that was read. */
  readonly until?: string | undefined;
}

/** The conditions on `events.event e` under which a row of the list shows it: no event that the filters match stands before it in its group. */
export function isShown({ sought, sort, group, until }: GroupedList, reading: ReadingOrder): RawBuilder<unknown> {
  if (group === undefined) return sql`true`;
  const known = until === undefined ? sql`true` : sql`e.created <= ${until}::timestamptz`;
  // Conditions are made for the name `e`: outside, it is the event that is asked about; inside, another one of its group.
  const columns = ROW_COLUMNS.split(', ')
    .map((column) => `e.${column}`)
    .join(', ');
  const first = inRowOf(group, 'shown').map(
    ({ when, same }) => sql`when ${sql.raw(when)} then not exists (select from ${ofGroup(same)}
      where ${sql.raw(BEFORE[sort]('e', 'shown'))} and ${known} and ${matchingList(sought, reading)})`,
  );
  return sql`${known} and (select case ${sql.join(first, sql` `)} end from (select ${sql.raw(columns)}) shown)`;
}
