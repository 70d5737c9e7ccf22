import { type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';
import { KeywordEntity } from './keyword-set.entity.ts';

export interface NewKeywordSet {
  readonly id: string;
  readonly name: string;
  readonly keywords: readonly { readonly id: string; readonly name: string }[];
}

/** False when the name is taken. */
export async function addKeywordSet(em: SqlEntityManager, { id, name, keywords }: NewKeywordSet): Promise<boolean> {
  const added = await tables(em)
    .insertInto('admin.keyword_set')
    .values({ id, name })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  if (added.length === 0) return false;
  await em.insertMany(
    KeywordEntity,
    keywords.map((keyword, at) => ({ ...keyword, keyword_set_id: id, position: at + 1 })),
  );
  return true;
}

/** All keyword sets with their keywords in order, by name. */
export const keywordSets = (em: SqlEntityManager) =>
  tables(em)
    .selectFrom('admin.keyword_set as s')
    .leftJoin('admin.keyword as k', 'k.keyword_set_id', 's.id')
    .select(['s.id', 's.name'])
    .select(
      sql<{ id: string; name: string }[]>`coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name) order by k.position)
        filter (where k.id is not null), '[]')`.as('keywords'),
    )
    .groupBy('s.id')
    .orderBy(sql`lower(s.name)`)
    .execute();
