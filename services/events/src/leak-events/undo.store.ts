import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { toldAgain } from '../sent-changes/sent-changes.store.ts';
import type { StoredEvent } from './event.entity.ts';
import { ownedBy, type Sees } from './event-filters.ts';
import { CHOSEN_COLUMNS } from './set-status.store.ts';

/** Changes `c` of the batch that the account made itself, or asked a rule to make. */
export const madeBy = (batch: string, account: string | null) =>
  sql`c.batch = ${batch} and coalesce(c.asked_by, c.actor_id) = ${account}::uuid and c.from_status is not null`;

/** The organisations of a batch, each with whether its changes are recent enough to be undone. */
export const undoable = (em: SqlEntityManager, batch: string, account: string | null, seconds: number) =>
  rows(
    em,
    // A large change is written over some seconds; its time begins when all of it is written.
    sql<Pick<StoredEvent, 'organisation_id'> & { fresh: boolean }>`
      select c.organisation_id,
        max(c.at) > now() - make_interval(secs => ${seconds}) or ${toldAgain(batch, account, seconds)} as fresh
      from events.status_change c where ${madeBy(batch, account)} group by c.organisation_id`,
  );

/**
 * Selects for `setStatus` what the batch changed and the caller may change, with the earlier status, its reason and its time. An event with another
 * time was changed since.
 */
export const chosenToRestore = (batch: string, account: string | null, sees: Sees) => sql`
  select ${CHOSEN_COLUMNS}, c.from_status as to_status, c.from_reason as to_reason, c.from_fixed_at as to_fixed_at
  from events.status_change c join events.event e on e.id = c.event_id
  where ${madeBy(batch, account)} and e.status = c.to_status and e.updated_at = c.at and ${ownedBy(sees)}
  order by e.id for update of e`;
