import { type Database, rows, SCHEDULER, sql } from '@leakwatch/platform';

/** By pattern, the ordinal up to which it was matched in a mirror; 0 where it was not. */
export async function readMarks(database: Database, mirror: string, patterns: readonly string[]): Promise<Map<string, bigint>> {
  const found = await database.inScope(SCHEDULER, (em) =>
    rows(
      em,
      sql<{ pattern_id: string; ordinal: string }>`
        select p.pattern_id, c.ordinal from crawler.cohort_pattern p join crawler.scan_cohort c on c.id = p.cohort_id
        where p.mirror_id = ${mirror}`,
    ),
  );
  const marks = new Map(found.map(({ pattern_id: pattern, ordinal }) => [pattern, BigInt(ordinal)]));
  return new Map(patterns.map((pattern) => [pattern, marks.get(pattern) ?? 0n]));
}
