import type { AnswerOf, InputOf, KEYWORD_SET_SORTS, KeywordSetDetails, listKeywordSets } from '@leakwatch/contracts';
import { sortOrder, type SortTerms, type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';
import { keywordsOf } from './keyword-set.store.ts';

const ID = { by: sql.ref('s.id') };
const SORTS: SortTerms<(typeof KEYWORD_SET_SORTS)[number]> = {
  name: [{ by: sql`lower(s.name)` }, ID],
  created: [{ by: sql.ref('s.created') }, ID],
};

/** A page of the keyword sets, by name unless `sort` says otherwise, with the number of keywords of each. */
export async function keywordSetList(
  em: SqlEntityManager,
  { limit, offset, name, sort = 'name' }: InputOf<typeof listKeywordSets>['query'],
): Promise<AnswerOf<typeof listKeywordSets>> {
  const found = tables(em).selectFrom('admin.keyword_set as s').where(sql<boolean>`strpos(lower(s.name), lower(${name})) > 0`);
  const { count } = await found.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  const results = await found
    .select(['s.id', 's.name', 's.created'])
    .select(sql<number>`(select count(*)::int from admin.keyword k where k.keyword_set_id = s.id)`.as('count'))
    .orderBy(sortOrder(sort, SORTS))
    .limit(limit)
    .offset(offset)
    .execute();
  return { count, results: results.map((set) => ({ ...set, created: set.created.toISOString() })) };
}

/** A keyword set with its keywords; undefined when there is none with this id. */
export async function keywordSetDetails(em: SqlEntityManager, id: string): Promise<KeywordSetDetails | undefined> {
  const set = await tables(em)
    .selectFrom('admin.keyword_set')
    .select(['id', 'name', 'created', 'version'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (set === undefined) return undefined;
  const keywords = await keywordsOf(em, id);
  return { ...set, created: set.created.toISOString(), count: keywords.length, keywords };
}

/** All keyword sets with their keywords in order, by name: what a task's form offers. */
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
