import { type AnswerOf, type BodyOf, type internalEventRemains, REMAINS_COUNTED_MAX } from '@leakwatch/contracts';
import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { DELETED_EVENTS_DAYS } from '../deletion/purge-deleted-events.ts';

type Asked = BodyOf<typeof internalEventRemains>['organisations'];

/**
 * What is left of the events and of the kept content of deleted organisations. An organisation is open until its message and those of all its tasks
 * have been handled. The content goes with the last event that has it. In the scope of a consumer, which sees hidden events.
 */
export async function eventRemains(em: SqlEntityManager, asked: Asked): Promise<AnswerOf<typeof internalEventRemains>['remains']> {
  const found = await rows(
    em,
    sql<{ id: string; open: boolean; events: number; contents: number; until: Date | null }>`
      select a.id,
        coalesce(o.version < a.version, true) or exists (
          select from events.task t where t.organisation_id = a.id and t.events_deleted_at is null) as open,
        e.count as events, c.count as contents,
        (select max(t.events_deleted_at) from events.task t where t.organisation_id = a.id)
          + make_interval(days => ${DELETED_EVENTS_DAYS}) as until
      from unnest(${asked.map(({ id }) => id)}::uuid[], ${asked.map(({ version }) => version)}::int[]) a (id, version)
      left join events.organisation o on o.organisation_id = a.id
      cross join lateral (select count(*)::int from (
        select from events.event e where e.organisation_id = a.id limit ${REMAINS_COUNTED_MAX}) e) e (count)
      cross join lateral (select count(*)::int from (
        select from events.evidence v where v.organisation_id = a.id limit ${REMAINS_COUNTED_MAX}) v) c (count)`,
  );
  const partOf = <P extends string>(part: P, open: boolean, left: number, until: Date | null) => ({
    part,
    open,
    left,
    until: left === 0 ? null : (until?.toISOString() ?? null),
  });
  return Object.fromEntries(
    found.map(({ id, open, events, contents, until }) => [
      id,
      [partOf('events' as const, open, events, until), partOf('content' as const, open, contents, until)],
    ]),
  );
}
