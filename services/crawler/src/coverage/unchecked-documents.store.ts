import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';

/** By position in the ledger: the ids of the expressions that were too expensive for the document. */
export type UncheckedDocuments = ReadonlyMap<string, ReadonlySet<string>>;

interface Place {
  readonly mirror: string;
  readonly task: string;
  readonly organisation: string;
}

/** Ids kept for a document. With more, the document counts whatever the task's patterns become, instead of being forgotten. */
const LISTED_PATTERNS = 64;

/** Adds documents; one that is there already, from patterns that were added later, gets the further ids. */
export async function addUnchecked(em: SqlEntityManager, place: Place, documents: UncheckedDocuments): Promise<void> {
  if (documents.size === 0) return;
  const listed = [...documents].map(([ordinal, patterns]) => ({ ordinal, patterns: patterns.size > LISTED_PATTERNS ? [] : [...patterns] }));
  await rows(
    em,
    sql`insert into crawler.unchecked_document as known (mirror_id, task_id, organisation_id, ordinal, pattern_ids)
        select ${place.mirror}::uuid, ${place.task}::uuid, ${place.organisation}::uuid, d.ordinal,
          array(select jsonb_array_elements_text(d.patterns))
        from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb) as d (ordinal bigint, patterns jsonb)
        on conflict (mirror_id, task_id, ordinal) do update set pattern_ids = case
          when cardinality(known.pattern_ids) = 0 or cardinality(excluded.pattern_ids) = 0
            or cardinality(known.pattern_ids) + cardinality(excluded.pattern_ids) > ${LISTED_PATTERNS} then '{}'
          else known.pattern_ids || excluded.pattern_ids end`,
  );
}

/** Number of a mirror's documents against which one of the patterns of the task was not checked. */
export async function countUnchecked(em: SqlEntityManager, mirror: string, task: string, patterns: readonly string[]): Promise<number> {
  const { unchecked } = await tables(em)
    .selectFrom('crawler.unchecked_document')
    .select(sql<number>`count(*)::int`.as('unchecked'))
    .where('mirror_id', '=', mirror)
    .where('task_id', '=', task)
    .where(sql<boolean>`(cardinality(pattern_ids) = 0 or pattern_ids && ${[...patterns]}::text[])`)
    .executeTakeFirstOrThrow();
  return unchecked;
}
