import { type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';

export async function taskTitle(em: SqlEntityManager, id: string): Promise<string | null> {
  const found = await tables(em).selectFrom('tasks.task').select('title').where('id', '=', id).executeTakeFirst();
  return found?.title ?? null;
}

/** Titles of repositories by id. */
export async function repositoryTitles(em: SqlEntityManager, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await tables(em)
    .selectFrom('tasks.repository')
    .select(['id', 'title'])
    .where(sql<boolean>`id = any (${[...ids]}::uuid[])`)
    .execute();
  return new Map(found.map(({ id, title }) => [id, title]));
}
