import { type AnswerOf, type BodyOf, type internalMirrorRemains, REMAINS_COUNTED_MAX } from '@leakwatch/contracts';
import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { UNUSED_MIRROR_DAYS } from '../repositories/mirrors/collect-mirrors.store.ts';

type Asked = BodyOf<typeof internalMirrorRemains>['organisations'];

/**
 * The mirrors that deleted organisations leave: those that they used, and nobody else uses. An organisation is open until the messages of all its
 * tasks have been handled.
 */
export async function mirrorRemains(em: SqlEntityManager, asked: Asked): Promise<AnswerOf<typeof internalMirrorRemains>['remains']> {
  const found = await rows(
    em,
    sql<{ id: string; open: boolean; left: number; until: Date | null }>`
      select a.id,
        exists (select from crawler.watched_task w
          where w.organisation_id = a.id and (w.running or not (w.snapshot ->> 'archived')::boolean)) as open,
        m.count as "left", m.unused + make_interval(days => ${UNUSED_MIRROR_DAYS}) as until
      from unnest(${asked.map(({ id }) => id)}::uuid[]) a (id)
      cross join lateral (select count(*)::int, max(m.unused_since) from (
        select m.unused_since from crawler.mirror m
        where m.organisation_id = a.id
          or m.unused_since is not null and m.id in (select c.mirror_id from crawler.scan_cohort c where c.organisation_id = a.id)
        limit ${REMAINS_COUNTED_MAX}) m) m (count, unused)`,
  );
  return Object.fromEntries(
    found.map(({ id, open, left, until }) => [id, [{ part: 'mirrors' as const, open, left, until: until?.toISOString() ?? null }]]),
  );
}
