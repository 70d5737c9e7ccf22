import { type RawBuilder, row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { type CloseReason, EVENT_STATUSES, mayChangeStatus, type StatusActor, type TriageStatus } from '@leakwatch/vocabulary';
import { ownedBy, type Sees } from './event-filters.ts';
import { CHOSEN_COLUMNS } from './set-status.store.ts';

/** The condition on `events.event e` under which such an actor may change its status. */
export function mayChange(to: TriageStatus, actor: StatusActor, sees: Sees): RawBuilder<unknown> {
  const from = EVENT_STATUSES.filter((status) => mayChangeStatus(actor, status, to));
  return sql`${ownedBy(sees)} and e.status = any (${from}::text[])`;
}

/** Selects for `setStatus` those of the events that are still chosen. */
export const stillChosen = (
  ids: readonly string[],
  chosen: RawBuilder<unknown>,
  to: TriageStatus,
  reason: CloseReason | null,
): RawBuilder<unknown> =>
  sql`select ${CHOSEN_COLUMNS}, ${to}::text as to_status, ${reason}::text as to_reason from events.event e
    where e.id = any (${[...ids]}::uuid[]) and ${chosen} order by e.id for update`;

export async function countChosen(em: SqlEntityManager, chosen: RawBuilder<unknown>): Promise<number> {
  const counted = await row(em, sql<{ count: number }>`select count(*)::int as count from events.event e where ${chosen}`);
  return counted?.count ?? 0;
}

export async function organisationsOfBatch(em: SqlEntityManager, batch: string): Promise<string[]> {
  const found = await rows(
    em,
    sql<{ organisation_id: string }>`select distinct organisation_id from events.status_change where batch = ${batch}`,
  );
  return found.map(({ organisation_id }) => organisation_id);
}
