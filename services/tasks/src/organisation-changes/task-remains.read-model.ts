import { type AnswerOf, type BodyOf, type internalTaskRemains, REMAINS_COUNTED_MAX } from '@leakwatch/contracts';
import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { DELETED_ORGANISATION_DAYS } from '../retention.ts';

type Asked = BodyOf<typeof internalTaskRemains>['organisations'];

/** What is left of the tasks of deleted organisations: they are kept, seen by nobody, until `DELETED_ORGANISATION_DAYS` are over. */
export async function taskRemains(em: SqlEntityManager, asked: Asked): Promise<AnswerOf<typeof internalTaskRemains>['remains']> {
  const found = await rows(
    em,
    sql<{ id: string; open: boolean; left: number; until: Date | null }>`
      select a.id, o.deleted is not true as open, n.count as "left", o.deleted_at + make_interval(days => ${DELETED_ORGANISATION_DAYS}) as until
      from unnest(${asked.map(({ id }) => id)}::uuid[]) a (id)
      left join tasks.organisation o on o.organisation_id = a.id
      cross join lateral (select count(*)::int from (
        select from tasks.task t where t.organisation_id = a.id limit ${REMAINS_COUNTED_MAX}) t) n (count)`,
  );
  return Object.fromEntries(
    found.map(({ id, open, left, until }) => [
      id,
      [{ part: 'tasks' as const, open, left, until: left === 0 ? null : (until?.toISOString() ?? null) }],
    ]),
  );
}
