import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';

/** By position in the ledger: the ids of the expressions that were too expensive for the document. */
export type UncheckedDocuments = ReadonlyMap<string, ReadonlySet<string>>;

/** Documents of one task. */
export interface UncheckedOfTask {
  readonly task: string;
  readonly organisation: string;
  readonly documents: UncheckedDocuments;
}

/** Ids kept for a document. With more, the document counts whatever the task's patterns become, instead of being forgotten. */
const LISTED_PATTERNS = 64;

/**
 * Adds documents; one that is there already, from patterns that were added later, gets the further ids. All tasks at once and in the order of the key: two
 * passes may have patterns of the same tasks, and would else wait for each other.
 */
export async function addUnchecked(em: SqlEntityManager, mirror: string, tasks: readonly UncheckedOfTask[]): Promise<void> {
  const listed = tasks.flatMap(({ task, organisation, documents }) =>
    [...documents].map(([ordinal, patterns]) => ({
      ...{ task, organisation, ordinal },
      patterns: patterns.size > LISTED_PATTERNS ? [] : [...patterns],
    })),
  );
  if (listed.length === 0) return;
  await rows(
    em,
    sql`insert into crawler.unchecked_document as known (mirror_id, task_id, organisation_id, ordinal, pattern_ids)
        select ${mirror}::uuid, d.task, d.organisation, d.ordinal, array(select jsonb_array_elements_text(d.patterns))
        from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb) as d (task uuid, organisation uuid, ordinal bigint, patterns jsonb)
        order by d.task, d.ordinal
        on conflict (mirror_id, task_id, ordinal) do update set pattern_ids = case
          when cardinality(known.pattern_ids) = 0 or cardinality(excluded.pattern_ids) = 0
            or cardinality(known.pattern_ids) + cardinality(excluded.pattern_ids) > ${LISTED_PATTERNS} then '{}'
          else known.pattern_ids || excluded.pattern_ids end`,
  );
}

/** Number of a mirror's documents against which one of the patterns of the task was not checked. */
export async function countUnchecked(em: SqlEntityManager, mirror: string, task: string, patterns: readonly string[]): Promise<number> {
  const ofTask = tables(em)
    .selectFrom('crawler.unchecked_document')
    .select(sql<number>`count(*)::int`.as('unchecked'))
    .where('mirror_id', '=', mirror)
    .where('task_id', '=', task);
  // Most have none: then thousands of ids need not be sent.
  const { unchecked: ofAnyPattern } = await ofTask.executeTakeFirstOrThrow();
  if (ofAnyPattern === 0) return 0;
  const { unchecked } = await ofTask
    .where(sql<boolean>`(cardinality(pattern_ids) = 0 or pattern_ids && ${[...patterns]}::text[])`)
    .executeTakeFirstOrThrow();
  return unchecked;
}
