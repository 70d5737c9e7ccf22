import type { ActivityEntry, AnswerOf, InputOf, listEventActivity } from '@leakwatch/contracts';
import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { findEvent } from '../leak-events/lock-events.store.ts';

type Entry = Omit<ActivityEntry, 'at'> & { readonly at: Date };

/** What happened to an event. Names and times alone: comments are listed by a call of their own. */
const happened = (id: string) => sql`
  select c.id, c.at, 
    case when c.from_status is null then 'found' when c.actor_kind = 'system' and c.from_status = 'fixed' then 'came_back' else 'status' end as kind, c.actor_name as actor, c.actor_kind,
    c.from_status as "from", c.to_status as "to", null as revealed, null as rechecked, null as before, c.to_reason as after
  from events.status_change c where c.event_id = ${id}
  union all
  select c.id, c.created, 'comment', c.author_name, 'user', null, null, null, null, null, null from events.comment c where c.event_id = ${id}
  union all
  select r.id, r.at, 'revealed', r.account_name, case when r.staff then 'staff' else 'user' end, null, null, r.revealed, null, null, null
  from events.reveal r where r.event_id = ${id}
  union all
  select k.id, k.at, 'rechecked', k.account_name, case when k.staff then 'staff' else 'user' end, null, null, null, k.answer, null, null
  from events.recheck k where k.event_id = ${id}
  union all
  select t.id, t.at, t.field, t.actor_name, t.actor_kind, null, null, null, null, coalesce(t.before_name, t.before), coalesce(t.after_name, t.after)
  from events.triage_change t where t.event_id = ${id}`;

/** One page, newest first; undefined when the scope does not see the event. */
export async function eventActivity(
  em: SqlEntityManager,
  { params: { id }, query }: InputOf<typeof listEventActivity>,
): Promise<AnswerOf<typeof listEventActivity> | undefined> {
  if ((await findEvent(em, id)) === undefined) return undefined;
  const counted = await row(em, sql<{ count: number }>`select count(*)::int as count from (${happened(id)}) h`);
  const found = await rows(
    em,
    sql<Entry>`select * from (${happened(id)}) h order by h.at desc, h.id limit ${query.limit} offset ${query.offset}`,
  );
  return { count: counted?.count ?? 0, results: found.map((one) => ({ ...one, at: one.at.toISOString() })) };
}
