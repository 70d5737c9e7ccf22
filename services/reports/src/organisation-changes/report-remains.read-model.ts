import { type AnswerOf, type BodyOf, type internalReportRemains, REMAINS_COUNTED_MAX } from '@leakwatch/contracts';
import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';

type Asked = BodyOf<typeof internalReportRemains>['organisations'];

/** The reports that deleted organisations still have, and whether the counts of their charts are still there: both go at once. */
export async function reportRemains(em: SqlEntityManager, asked: Asked): Promise<AnswerOf<typeof internalReportRemains>['remains']> {
  const found = await rows(
    em,
    sql<{ id: string; open: boolean; left: number }>`
      select a.id, coalesce(o.version < a.version, true)
          or exists (select from reports.counted_event c where c.organisation_id = a.id) as open, r.count as "left"
      from unnest(${asked.map(({ id }) => id)}::uuid[], ${asked.map(({ version }) => version)}::int[]) a (id, version)
      left join reports.organisation o on o.organisation_id = a.id
      cross join lateral (select count(*)::int from (
        select from reports.report r where r.organisation_id = a.id limit ${REMAINS_COUNTED_MAX}) r) r (count)`,
  );
  return Object.fromEntries(found.map(({ id, open, left }) => [id, [{ part: 'reports' as const, open, left, until: null }]]));
}
