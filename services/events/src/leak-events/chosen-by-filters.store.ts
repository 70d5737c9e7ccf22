import { type RawBuilder, row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { type CloseReason, EVENT_STATUSES, mayChangeStatus, type StatusActor, type TriageStatus } from '@leakwatch/vocabulary';
import type { SoughtFilters } from '../event-index/look-up.read-model.ts';
import { matchingList, ownedBy, type Sees } from './event-filters.ts';
import { CHOSEN_COLUMNS, FIXED_NOW } from './set-status.store.ts';
import { statusesOf } from './status-filter.ts';
import { storedListCounts } from './stored-counts.read-model.ts';

/** The condition on `events.event e` under which such an actor may change its status. */
export function mayChange(to: TriageStatus, actor: StatusActor, sees: Sees): RawBuilder<unknown> {
  const from = EVENT_STATUSES.filter((status) => mayChangeStatus(actor, status, to));
  return sql`${ownedBy(sees)} and e.status = any (${from}::text[])`;
}

/**
 * A condition on `events.event e`. Each event is read by its id: with `= any` beside the conditions of a list, the planner reads an index of the list
 * from its beginning to its end.
 */
export const amongIds = (ids: readonly string[]): RawBuilder<unknown> => sql`e.id in (select unnest(${[...ids]}::uuid[]))`;

/** Selects for `setStatus` those of the events that are still chosen. */
export const stillChosen = (
  ids: readonly string[],
  chosen: RawBuilder<unknown>,
  to: TriageStatus,
  reason: CloseReason | null,
): RawBuilder<unknown> =>
  sql`select ${CHOSEN_COLUMNS}, ${to}::text as to_status, ${reason}::text as to_reason, ${FIXED_NOW} from events.event e
    where ${amongIds(ids)} and ${chosen} order by e.id for update`;

/** How many events the filters match whose status such an actor may change. */
export async function countChosen(
  em: SqlEntityManager,
  sought: SoughtFilters,
  to: TriageStatus,
  actor: StatusActor,
  sees: Sees,
): Promise<number> {
  const status = statusesOf(sought.filters.status).filter((from) => mayChangeStatus(actor, from, to));
  if (status.length === 0) return 0;
  const stored = await storedListCounts(em, { ...sought.filters, status }, sees);
  if (stored !== undefined) return stored.count;
  const counted = await row(
    em,
    sql<{
      count: number;
    }>`select count(*)::int as count from events.event e where ${matchingList(sought)} and ${mayChange(to, actor, sees)}`,
  );
  return counted?.count ?? 0;
}

export async function organisationsOfBatch(em: SqlEntityManager, batch: string): Promise<string[]> {
  const found = await rows(
    em,
    sql<{ organisation_id: string }>`select distinct organisation_id from events.status_change where batch = ${batch}`,
  );
  return found.map(({ organisation_id }) => organisation_id);
}
