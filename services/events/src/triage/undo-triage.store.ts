import { type RawBuilder, row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { suits, TRIAGED_COLUMNS } from './set-triage.store.ts';
import { toldAgain } from '../sent-changes/sent-changes.store.ts';
import { ownedBy, type Sees } from '../leak-events/event-filters.ts';
import { TRIAGE_FIELDS } from './triage-change.entity.ts';

/** Whether the account made the batch, and recently enough for it to be undone. */
export async function isFresh(em: SqlEntityManager, batch: string, account: string | null, seconds: number): Promise<boolean> {
  const found = await row(
    em,
    sql<{ fresh: boolean | null }>`
      select max(at) > now() - make_interval(secs => ${seconds}) or count(*) > 0 and ${toldAgain(batch, account, seconds)} as fresh
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

/** For each event of the batch what it had before and got, by field, where no later change of that field was recorded. Read once for all events.
 * A change of the status sets the reason too, perhaps to the same one again. */
const undone = (batch: string, account: string | null): RawBuilder<unknown> => {
  const columns = TRIAGE_FIELDS.map((field) => {
    const of = sql`filter (where c.field = ${sql.lit(field)})`;
    const name = (part: string) => sql.ref(`${field}_${part}`);
    return sql`count(*) ${of} > 0 as ${name('changed')}, max(c.before) ${of} as ${name('before')}, max(c.after) ${of} as ${name('after')}`;
  });
  return sql`select c.event_id, ${sql.join(columns)} from events.triage_change c
    where c.batch = ${batch} and c.actor_id = ${account}::uuid
      and not exists (select from events.triage_change later where later.event_id = c.event_id and later.field = c.field and later.at > c.at)
      and not (c.field = 'reason' and exists (select from events.status_change later where later.event_id = c.event_id and later.at > c.at))
    group by c.event_id`;
};

/**
 * Selects for `setTriage` the events of the batch that the caller may change with their earlier values. An assignee who has left, and a reason that does not go with the
 * status of now, do not come back.
 */
export const chosenToUndo = (batch: string, account: string | null, sees: Sees): RawBuilder<unknown> => sql`
  select ${TRIAGED_COLUMNS},
    case when u.assignee_changed and u.assignee_after is not distinct from e.assignee_id::text
        and (u.assignee_before is null or exists (select from events.member m
          where m.account_id = u.assignee_before::uuid and m.organisation_id = e.organisation_id))
      then u.assignee_before::uuid else e.assignee_id end as to_assignee,
    case when u.due_date_changed and u.due_date_after is not distinct from e.due_date::text
      then u.due_date_before::date else e.due_date end as to_due,
    case when u.reason_changed and u.reason_after is not distinct from e.close_reason and ${suits(sql`u.reason_before`, sql`e.status`)}
      then u.reason_before else e.close_reason end as to_reason
  from events.event e join (${undone(batch, account)}) u on u.event_id = e.id
  where ${ownedBy(sees)}
  order by e.id for update of e`;
