import { MAX_EVENTS_BY_FILTERS } from '@leakwatch/contracts';
import { type RawBuilder, row, type SqlEntityManager, sql } from '@leakwatch/platform';
import { ownedBy, type Sees } from '../leak-events/event-filters.ts';
import { madeBy } from '../leak-events/undo.store.ts';
import { suits, TRIAGED_COLUMNS } from './set-triage.store.ts';

/** What is to be set; undefined leaves a value as it is. */
export interface WantedTriage {
  /** With the organisation whose member it is. */
  readonly assignee?: { readonly id: string; readonly organisation: string } | null | undefined;
  readonly due_date?: string | null | undefined;
  readonly reason?: string | null | undefined;
}

const CURRENT = { assignee: sql`e.assignee_id`, due: sql`e.due_date`, reason: sql`e.close_reason` };

const valuesOf = ({ assignee, due_date, reason }: WantedTriage) => ({
  assignee: assignee === undefined ? CURRENT.assignee : sql`${assignee?.id ?? null}::uuid`,
  due: due_date === undefined ? CURRENT.due : sql`${due_date}::date`,
  reason: reason === undefined ? CURRENT.reason : sql`${reason}::text`,
});

/** Selects for `setTriage` events that are locked already. */
export const chosenToTriage = (ids: readonly string[], wanted: WantedTriage): RawBuilder<unknown> => {
  const to = valuesOf(wanted);
  return sql`select ${TRIAGED_COLUMNS}, ${to.assignee} as to_assignee, ${to.due} as to_due, ${to.reason} as to_reason
    from events.event e where e.id = any (${[...ids]}::uuid[])`;
};

/** The condition on `events.event e` under which the account changed its status in the batch, and nobody has since. */
export const changedIn = (batch: string, account: string | null): RawBuilder<unknown> =>
  sql`(e.id, e.status, e.updated_at) in (select c.event_id, c.to_status, c.at from events.status_change c where ${madeBy(batch, account)})`;

/** The condition on `events.event e` under which the caller may change it so, and it would change. */
export function wouldChange(wanted: WantedTriage, sees: Sees): RawBuilder<unknown> {
  const to = valuesOf(wanted);
  const conditions = [
    ownedBy(sees),
    sql`(${CURRENT.assignee}, ${CURRENT.due}, ${CURRENT.reason}) is distinct from (${to.assignee}, ${to.due}, ${to.reason})`,
  ];
  if (wanted.assignee) conditions.push(sql`e.organisation_id = ${wanted.assignee.organisation}::uuid`);
  if (wanted.reason !== undefined && wanted.reason !== null) conditions.push(suits(to.reason, sql`e.status`));
  return sql.join(conditions, sql` and `);
}

/** Selects for `setTriage` the events of a condition that change, as many as change at once. */
export const chosenWhere = (matched: RawBuilder<unknown>, wanted: WantedTriage, sees: Sees): RawBuilder<unknown> => {
  const to = valuesOf(wanted);
  return sql`select ${TRIAGED_COLUMNS}, ${to.assignee} as to_assignee, ${to.due} as to_due, ${to.reason} as to_reason
    from events.event e where ${matched} and ${wouldChange(wanted, sees)} order by e.id limit ${MAX_EVENTS_BY_FILTERS} for update`;
};

/** How many events of the condition would still change. */
export async function leftToTriage(em: SqlEntityManager, matched: RawBuilder<unknown>, wanted: WantedTriage, sees: Sees): Promise<number> {
  const left = await row(
    em,
    sql<{ count: number }>`select count(*)::int as count from events.event e where ${matched} and ${wouldChange(wanted, sees)}`,
  );
  return left?.count ?? 0;
}
