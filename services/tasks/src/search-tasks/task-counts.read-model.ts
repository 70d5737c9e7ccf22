import { type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';

/** The number of tasks of each organisation, stopped ones too; one without tasks is left out. */
export async function countTasksOf(em: SqlEntityManager, organisations: readonly string[]): Promise<Record<string, number>> {
  const found = await tables(em)
    .selectFrom('tasks.task')
    .select(['organisation_id', sql<number>`count(*)::int`.as('count')])
    .where(sql<boolean>`organisation_id = any(${[...organisations]}::uuid[])`)
    .where('archived_at', 'is', null)
    .groupBy('organisation_id')
    .execute();
  return Object.fromEntries(found.map(({ organisation_id, count }) => [organisation_id, count]));
}
