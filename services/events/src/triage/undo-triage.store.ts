import { type RawBuilder, row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { suits, TRIAGED_COLUMNS } from './set-triage.store.ts';
import type { TriageField } from './triage-change.entity.ts';

/** Whether the account made the batch, and recently enough for it to be undone. */
export async function isFresh(em: SqlEntityManager, batch: string, account: string | null, seconds: number): Promise<boolean> {
  const found = await row(
    em,
    sql<{ fresh: boolean | null }>`
      select max(at) > now() - make_interval(secs => ${seconds}) as fresh
      from events.triage_change where batch = ${batch} and actor_id = ${account}::uuid and actor_kind in ('user', 'staff')`,
  );
  return found?.fresh === true;
}

/** Members who get events back stay members until the transaction ends. */
export const holdFormerAssignees = (em: SqlEntityManager, batch: string) =>
  rows(
    em,
    sql`select 1 from events.member m
      where m.account_id in (select c.before::uuid from events.triage_change c where c.batch = ${batch} and c.field = 'assignee')
      order by m.account_id for share`,
  );

/** What the batch changed of a field of `e`, where nobody has changed it since: a row with `before`, or none. */
const undoneOf = (batch: string, account: string | null, field: TriageField, now: RawBuilder<unknown>) => sql`
  left join lateral (
    select c.id, c.before from events.triage_change c
    where c.event_id = e.id and c.batch = ${batch} and c.actor_id = ${account}::uuid and c.field = ${field} and c.after is not distinct from ${now}
      and not exists (select from events.triage_change later where later.event_id = e.id and later.field = ${field} and later.at > c.at)
  ) as ${sql.ref(field)} on true`;

/**
 * Selects for `setTriage` the events of the batch with their earlier values. An assignee who has left, and a reason that does not go with the
 * status of now, do not come back.
 */
export const chosenToUndo = (batch: string, account: string | null): RawBuilder<unknown> => sql`
  select ${TRIAGED_COLUMNS},
    case when assignee.id is not null and (assignee.before is null or exists (select from events.member m
        where m.account_id = assignee.before::uuid and m.organisation_id = e.organisation_id))
      then assignee.before::uuid else e.assignee_id end as to_assignee,
    case when due_date.id is not null then due_date.before::date else e.due_date end as to_due,
    case when reason.id is not null and ${suits(sql`reason.before`, sql`e.status`)} then reason.before else e.close_reason end as to_reason
  from events.event e
  ${undoneOf(batch, account, 'assignee', sql`e.assignee_id::text`)}
  ${undoneOf(batch, account, 'due_date', sql`e.due_date::text`)}
  ${undoneOf(batch, account, 'reason', sql`e.close_reason`)}
  where e.id in (select c.event_id from events.triage_change c where c.batch = ${batch} and c.actor_id = ${account}::uuid)
  order by e.id for update of e`;
