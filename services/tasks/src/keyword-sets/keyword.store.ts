import type { TemplateChange } from '@leakwatch/contracts';
import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';

/** Stores a newer version of a keyword set; an older message changes nothing. */
export async function saveKeywordSet(em: SqlEntityManager, set: TemplateChange['keyword_set']): Promise<void> {
  const { id, version } = set;
  const newer = await tables(em)
    .insertInto('tasks.keyword_set')
    .values({ id, version })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ version }).where('tasks.keyword_set.version', '<', version))
    .returning('id')
    .execute();
  if (newer.length === 0) return;
  await tables(em).deleteFrom('tasks.keyword').where('keyword_set_id', '=', id).execute();
  if (set.deleted) return;
  await rows(
    em,
    sql`insert into tasks.keyword (id, keyword_set_id, name)
        select k.id, ${id}, k.name
        from unnest(${set.keywords.map((keyword) => keyword.id)}::uuid[], ${set.keywords.map((keyword) => keyword.name)}::text[]) as k (id, name)`,
  );
}

/** Texts of known keywords by id. */
export async function keywordTexts(em: SqlEntityManager, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await tables(em)
    .selectFrom('tasks.keyword')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any (${[...ids]}::uuid[])`)
    .execute();
  return new Map(found.map((keyword) => [keyword.id, keyword.name]));
}
