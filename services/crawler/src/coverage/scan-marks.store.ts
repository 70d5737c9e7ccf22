import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';

/** Another worker has continued the same scan: what this one holds must not be written. */
export class Superseded extends Error {}

/** The ordinal up to which each pattern was matched; 0 for a new pattern. */
export async function readMarks(em: SqlEntityManager, mirror: string, patterns: readonly string[]): Promise<Map<string, bigint>> {
  const found = await tables(em)
    .selectFrom('crawler.scan_mark')
    .select(['pattern_id', 'ordinal'])
    .where('mirror_id', '=', mirror)
    .where(sql<boolean>`pattern_id = any (${[...patterns]}::uuid[])`)
    .execute();
  const marks = new Map(patterns.map((pattern) => [pattern, 0n]));
  for (const mark of found) marks.set(mark.pattern_id, BigInt(mark.ordinal));
  return marks;
}

/**
 * Moves the marks to `to`. Throws Superseded when a mark is not where this worker read it, so that a worker that was paused
 * longer than its lease writes nothing.
 */
export async function moveMarks(
  em: SqlEntityManager,
  mirror: string,
  organisation: string,
  marks: ReadonlyMap<string, bigint>,
  to: bigint,
): Promise<void> {
  const behind = [...marks].filter(([, ordinal]) => ordinal < to);
  const moved = await rows(
    em,
    sql`insert into crawler.scan_mark as m (mirror_id, pattern_id, organisation_id, ordinal)
        select ${mirror}::uuid, n.pattern_id, ${organisation}::uuid, ${String(to)}::bigint
        from unnest(${behind.map(([pattern]) => pattern)}::uuid[]) as n (pattern_id) order by n.pattern_id
        on conflict (mirror_id, pattern_id) do update set ordinal = excluded.ordinal
        where m.ordinal = (
          select e.ordinal from unnest(${behind.map(([pattern]) => pattern)}::uuid[], ${behind.map(([, ordinal]) => String(ordinal))}::bigint[])
            as e (pattern_id, ordinal) where e.pattern_id = m.pattern_id)
        returning 1`,
  );
  if (moved.length !== behind.length) throw new Superseded();
}
