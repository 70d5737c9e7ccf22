import { isViolationOf, newId, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';

/** Locks the set against other changes. */
export const lockKeywordSet = (em: SqlEntityManager, id: string) =>
  tables(em).selectFrom('admin.keyword_set').select(['version', 'name']).where('id', '=', id).forUpdate().executeTakeFirst();

/** False when the name is taken. */
export async function addKeywordSet(em: SqlEntityManager, id: string, name: string): Promise<boolean> {
  const added = await tables(em)
    .insertInto('admin.keyword_set')
    .values({ id, name })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return added.length === 1;
}

/** False when another set has the name; the transaction can then only be rolled back. */
export async function updateKeywordSet(
  em: SqlEntityManager,
  { id, ...columns }: { readonly id: string; readonly version: number; readonly name: string },
): Promise<boolean> {
  try {
    await tables(em).updateTable('admin.keyword_set').set(columns).where('id', '=', id).execute();
    return true;
  } catch (error) {
    if (isViolationOf('keyword_set_name', error)) return false;
    throw error;
  }
}

/**
 * Replaces the keywords of a set. A keyword whose text stays keeps its id, by which tasks know what they chose. A text in another
 * spelling is another keyword, because it makes another pattern.
 */
export async function setKeywords(em: SqlEntityManager, set: string, names: readonly string[]): Promise<void> {
  const known = new Map((await keywordsOf(em, set)).map(({ id, name }) => [name, id]));
  const ids = names.map((name) => known.get(name) ?? newId());
  await rows(em, sql`delete from admin.keyword where keyword_set_id = ${set} and id <> all (${ids}::uuid[])`);
  await rows(
    em,
    sql`insert into admin.keyword (id, keyword_set_id, position, name)
        select k.id, ${set}, k.position, k.name from unnest(${ids}::uuid[], ${[...names]}::text[]) with ordinality as k (id, name, position)
        on conflict (id) do update set position = excluded.position`,
  );
}

/** The keywords of a set, in order. */
export const keywordsOf = (em: SqlEntityManager, set: string) =>
  tables(em).selectFrom('admin.keyword').select(['id', 'name']).where('keyword_set_id', '=', set).orderBy('position').execute();

/** Removes a set with its keywords. */
export const removeKeywordSet = (em: SqlEntityManager, id: string) =>
  tables(em).deleteFrom('admin.keyword_set').where('id', '=', id).execute();
